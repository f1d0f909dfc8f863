import Button from '@mui/material/Button';
import { catalogue, EmptyState, formatTime, QueryResult, useMessages } from '@scenedock/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAsk } from '../../parts/confirm';
import { failureText } from '../../parts/failureText';
import { useNotice } from '../../parts/notice';
import { useSession } from '../../session/session';
import { useSignInFirst } from '../../session/useSignInFirst';
import { SearchLines } from './SearchLines';

export const SAVED = ['savedSearches'] as const;

function useRemoveSaved() {
  const m = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => catalogue.removeSearch(id),
    onSuccess: () => notice(m.find.removed),
    onError: (error) => notice(failureText(m.find.removeFailed, error), 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: SAVED }),
  });
}

function OwnSearches({ onPick }: { onPick: (query: string) => void }) {
  const m = useMessages();
  const ask = useAsk();
  const { mutate } = useRemoveSaved();
  const query = useQuery({
    queryKey: SAVED,
    queryFn: ({ signal }) => catalogue.savedSearches({ signal }),
  });
  const byId = new Map(query.data?.items.map((one) => [one.id, one]));
  const remove = async (id: string) => {
    const yes = await ask({
      text: m.find.confirmRemoveSaved(byId.get(id)?.name ?? ''),
      danger: true,
    });
    if (yes !== null) mutate(id);
  };
  return (
    <QueryResult
      query={query}
      empty={<EmptyState title={m.find.savedEmpty} hint={m.find.savedEmptyHint} />}
    >
      {({ items }) => (
        <SearchLines
          label={m.find.saved}
          lines={items.map(({ id, name, createdAt }) => ({
            id,
            name,
            note: formatTime(createdAt),
            removeName: m.find.removeSaved(name),
          }))}
          onPick={(id) => onPick(byId.get(id)?.query ?? '')}
          onRemove={(id) => void remove(id)}
        />
      )}
    </QueryResult>
  );
}

/** The searches that this person saved; guests are asked to sign in. */
export function SavedSearches({ onPick }: { onPick: (query: string) => void }) {
  const m = useMessages();
  const { me } = useSession();
  const signInFirst = useSignInFirst();
  if (me !== null) return <OwnSearches onPick={onPick} />;
  const signIn = (
    <Button variant="outlined" onClick={() => signInFirst(() => undefined)}>
      {m.nav.signIn}
    </Button>
  );
  return <EmptyState title={m.find.savedSignIn} action={signIn} />;
}
