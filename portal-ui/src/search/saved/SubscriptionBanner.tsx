import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import {
  criteriaText,
  errorText,
  offers,
  type Subscription,
  subscriptions,
  useMessages,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../../session/session';
import { useSignInFirst } from '../../session/useSignInFirst';
import { isChangeable } from '../../subscriptions/changeable';
import { CHANGED_SUBSCRIPTION, NEW_SUBSCRIPTION } from '../../subscriptions/searchAddress';
import { SUBSCRIPTIONS } from '../../subscriptions/subscriptionKeys';
import { usePageWords } from '../../subscriptions/usePageWords';
import { conditionCount, type SearchState } from '../searchState';
import { useSearchedNow } from './useSearchedNow';

const SubscribeSearch = lazy(() => import('./SubscribeSearch'));
const EditDialog = lazy(() =>
  import('../../subscriptions/EditDialog').then((part) => ({ default: part.EditDialog })),
);

type StateProps = { state: SearchState };

/** What the search is for, where the address says that: a subscription that is being changed, or one that is to be made. */
export default function SubscriptionBanner({ state }: StateProps) {
  const [params] = useSearchParams();
  const id = params.get(CHANGED_SUBSCRIPTION);
  return id === null ? <NewSubscription state={state} /> : <ChangedSearch id={id} state={state} />;
}

/** Takes a name out of the address. */
function useDropped(name: string): () => void {
  const [, setParams] = useSearchParams();
  return () =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(name);
        return after;
      },
      { replace: true },
    );
}

type BannerProps = { severity?: 'info' | 'warning'; buttons: ReactNode; children: ReactNode };

function Banner({ severity = 'info', buttons, children }: BannerProps) {
  return (
    <Alert
      role="status"
      severity={severity}
      action={
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
          {buttons}
        </Stack>
      }
      sx={{ borderRadius: 0, py: 0, flex: 'none', overflowWrap: 'anywhere' }}
    >
      {children}
    </Alert>
  );
}

function ChangedSearch({ id, state }: StateProps & { id: string }) {
  const m = usePageWords();
  const { common } = useMessages();
  const { me } = useSession();
  const signInFirst = useSignInFirst();
  const navigate = useNavigate();
  const searched = useSearchedNow(state);
  const [isSaving, setIsSaving] = useState(false);
  const { data: one, error } = useQuery({
    queryKey: [...SUBSCRIPTIONS, 'one', id],
    queryFn: ({ signal }) => subscriptions.get(id, { signal }),
    enabled: me !== null,
  });
  const leave = () => void navigate(`/subscriptions/${encodeURIComponent(id)}`);
  const isFixed = one !== undefined && !isChangeable(one);
  const isLost = error !== null && one === undefined;
  const cancel = (
    <Button key="cancel" onClick={leave}>
      {common.cancel}
    </Button>
  );
  const save = (
    <Button
      key="save"
      variant="contained"
      disabled={me !== null && one === undefined}
      onClick={() => signInFirst(() => setIsSaving(true))}
    >
      {m.bannerSave}
    </Button>
  );
  return (
    <>
      <Banner
        severity={isFixed || isLost ? 'warning' : 'info'}
        buttons={isFixed || isLost ? cancel : [save, cancel]}
      >
        {isLost ? errorText(error, m.bannerFailed) : <ChangedText one={one} />}
      </Banner>
      {isSaving && one !== undefined ? (
        <Suspense>
          <EditDialog
            one={one}
            searched={searched}
            onChanged={leave}
            onClose={() => setIsSaving(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Which subscription is changed; and what it searches, where no address of the search page says so. */
function ChangedText({ one }: { one: Subscription | undefined }) {
  const m = usePageWords();
  const w = useSubscriptionWords();
  if (one === undefined) return m.searchEdit;
  const lines = [m.banner(one.number, one.name)];
  if (!isChangeable(one)) lines.push(m.searchMeans[one.state]);
  else if (one.query === '') lines.push(`${m.bannerNoQuery} ${criteriaText(one, w)}`);
  return lines.map((line) => <div key={line}>{line}</div>);
}

function NewSubscription({ state }: StateProps) {
  const m = usePageWords();
  const { common, find } = useMessages();
  const { me } = useSession();
  const signInFirst = useSignInFirst();
  const isReady = conditionCount(state) > 0;
  // Whoever comes with a search has made up their mind.
  const [isOpen, setIsOpen] = useState(isReady && me !== null);
  const drop = useDropped(NEW_SUBSCRIPTION);
  if (me !== null && !offers(me, 'subscriptions')) return null;
  return (
    <>
      <Banner
        buttons={[
          <Button
            key="subscribe"
            variant="contained"
            disabled={!isReady}
            onClick={() => signInFirst(() => setIsOpen(true))}
          >
            {find.subscribe}
          </Button>,
          <Button key="cancel" onClick={drop}>
            {common.cancel}
          </Button>,
        ]}
      >
        {isReady ? m.newBannerReady : m.newBanner}
      </Banner>
      {isOpen ? (
        <Suspense>
          <SubscribeSearch
            state={state}
            onClose={() => {
              setIsOpen(false);
              drop();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
