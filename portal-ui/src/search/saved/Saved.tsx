import Button from '@mui/material/Button';
import {
  catalogue,
  EmptyState,
  ErrorState,
  formatTime,
  Loading,
  useMessages,
} from '@scenedock/ui-kit';
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
  const { data, error, refetch } = useQuery({
    queryKey: SAVED,
    queryFn: ({ signal }) => catalogue.savedSearches({ signal }),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.items.length === 0) {
    return <EmptyState title={m.find.savedEmpty} hint={m.find.savedEmptyHint} />;
  }
  const byId = new Map(data.items.map((one) => [one.id, one]));
  const remove = async (id: string) => {
    const yes = await ask({
      text: m.find.confirmRemoveSaved(byId.get(id)?.name ?? ''),
      danger: true,
    });
    if (yes !== null) mutate(id);
  };
  return (
    <SearchLines
      label={m.find.saved}
      lines={data.items.map(({ id, name, createdAt }) => ({
        id,
        name,
        note: formatTime(createdAt),
        removeName: m.find.removeSaved(name),
      }))}
      onPick={(id) => onPick(byId.get(id)?.query ?? '')}
      onRemove={(id) => void remove(id)}
    />
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
