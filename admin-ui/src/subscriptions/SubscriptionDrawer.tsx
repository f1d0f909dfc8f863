import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import {
  deliveryFacts,
  EmptyState,
  formatBytes,
  formatTime,
  MatchItem,
  QueryResult,
  STANDING_TONES,
  type SubscribedSceneState,
  type Subscription,
  standingText,
  subscriptions,
  ToneChip,
  useExistingPage,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Panel } from '../parts/Panel';
import { SideDrawer } from '../parts/SideDrawer';
import { WayBack } from '../parts/WayBack';
import { Backfills } from './Backfills';
import { DecisionButtons, type OnAsk } from './DecisionButtons';
import { FilledForms } from './FilledForms';
import { PapersOf } from './PapersOf';
import { SearchedPanel } from './SearchedPanel';

const PAGE_SIZE = 20;
/** How often an open subscription is looked at, in milliseconds. */
const LOOK_MS = 5000;
const STATES = [
  'missed',
  'waiting',
  'delivered',
  'withdrawn',
] as const satisfies readonly SubscribedSceneState[];

type Props = { id: string; onClose: () => void } & OnAsk;

/** One subscription: whose, what for, where it stands, what can be decided, and what became of every scene. */
export function SubscriptionDrawer({ id, onClose, onAsk }: Props) {
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  const query = useQuery({
    queryKey: ['subscribeAudit', 'one', id],
    queryFn: ({ signal }) => subscriptions.get(id, { signal }),
    refetchInterval: LOOK_MS,
  });
  const one = query.data;
  // Asked for again and again, the answer becomes another one unnoticed; what is decided about is what was read.
  const [readVersion, setReadVersion] = useState<string>();
  if (one !== undefined && readVersion === undefined) setReadVersion(one.version);
  return (
    <SideDrawer
      title={one?.name ?? m.one}
      width={640}
      onClose={onClose}
      chips={
        one !== undefined && (
          <ToneChip tone={STANDING_TONES[one.standing]} label={standingText(one, w)} />
        )
      }
    >
      <QueryResult query={query} back={<WayBack onClick={onClose} />}>
        {(found) => (
          <>
            {found.state === 'pending' && found.version !== readVersion ? (
              <ChangedWhileOpen key={readVersion} version={found.version} onRead={setReadVersion} />
            ) : (
              <DecisionButtons one={found} onAsk={onAsk} />
            )}
            <SubscriptionFacts one={found} />
            <SearchedPanel one={found} />
            <Panel title={m.papers}>
              <PapersOf key={readVersion} one={found} />
              <FilledForms id={found.id} />
            </Panel>
            <Backfills one={found} />
            <Panel title={m.scenes}>
              <Matches one={found} />
            </Panel>
          </>
        )}
      </QueryResult>
    </SideDrawer>
  );
}

type ChangedProps = { version: string; onRead: (version: string) => void };

/** Stands where decisions are made, until the reviewer has read what the owner made of the subscription. */
function ChangedWhileOpen({ version, onRead }: ChangedProps) {
  const { subscriptionDesk: m } = useAdminMessages();
  // The one that the warning is about: one that comes while this is read needs a reading of its own.
  const [changedVersion] = useState(version);
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" onClick={() => onRead(changedVersion)}>
          {m.readAgain}
        </Button>
      }
    >
      {m.changedWhileOpen}
    </Alert>
  );
}

/** Whose it is, what for, how it is delivered and what was decided about it. */
function SubscriptionFacts({ one }: { one: Subscription }) {
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  const { counts } = one;
  const facts = [
    [w.owner, [one.owner, one.unit].filter(Boolean).join(' · ')],
    [w.purpose, one.purpose],
    ...deliveryFacts(one, w),
    [w.reason, one.reason],
    [m.decided, one.decidedAt === null ? '' : `${one.decidedBy} · ${formatTime(one.decidedAt)}`],
  ].filter(([, value]) => value !== '');
  return (
    <Panel title={w.explained[one.standing]}>
      <Stack component="dl" sx={{ m: 0, gap: 0.5 }}>
        {facts.map(([name, value]) => (
          <Stack key={name} direction="row" sx={{ gap: 1 }}>
            <Typography component="dt" variant="body2" color="textSecondary" sx={{ width: 96 }}>
              {name}
            </Typography>
            <Typography
              component="dd"
              variant="body2"
              sx={{ m: 0, flex: 1, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
            >
              {value}
            </Typography>
          </Stack>
        ))}
      </Stack>
      <Typography variant="body2" sx={{ mt: 1, fontWeight: 600 }}>
        {w.counts(counts)}
        {' · '}
        {formatBytes(counts.deliveredBytes)}
      </Typography>
    </Panel>
  );
}

/** Scenes of one state, those that never come first; state and page are in the address. */
function Matches({ one }: { one: Subscription }) {
  const { id, counts } = one;
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  const [params, setParams] = useSearchParams();
  const state = STATES.find((known) => known === params.get('matches')) ?? 'missed';
  const page = Math.max(1, Number(params.get('matchPage')) || 1);
  const go = (nextState: SubscribedSceneState, nextPage: number, replace = false) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.set('matches', nextState);
        next.set('matchPage', String(nextPage));
        return next;
      },
      { replace },
    );
  const query = useQuery({
    queryKey: ['subscribeAudit', 'scenes', id, state, page],
    queryFn: ({ signal }) =>
      subscriptions.scenes(id, { page, pageSize: PAGE_SIZE, state }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
  });
  useExistingPage({ page, pageSize: PAGE_SIZE }, query, (last) => go(state, last, true));
  return (
    <>
      <Tabs
        value={state}
        aria-label={m.scenes}
        variant="scrollable"
        onChange={(_, next: SubscribedSceneState) => go(next, 1)}
        sx={{ mb: 1 }}
      >
        {STATES.map((known) => (
          <Tab key={known} value={known} label={`${w.matches[known]} ${counts[known]}`} />
        ))}
      </Tabs>
      <QueryResult query={query} empty={<EmptyState title={m.scenesEmpty} />}>
        {({ items, total }) => (
          <Stack sx={{ gap: 1 }}>
            <Stack component="ul" aria-label={m.scenes} sx={{ m: 0, p: 0 }}>
              {items.map((scene) => (
                <MatchItem key={scene.id} one={one} scene={scene} />
              ))}
            </Stack>
            {total > PAGE_SIZE && (
              <Pagination
                page={page}
                count={Math.ceil(total / PAGE_SIZE)}
                onChange={(_, next) => go(state, next)}
              />
            )}
          </Stack>
        )}
      </QueryResult>
    </>
  );
}
