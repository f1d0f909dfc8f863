import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import {
  criteriaText,
  deliveryFacts,
  Facts,
  QueryResult,
  rhythmText,
  STANDING_TONES,
  type Subscription,
  standingText,
  subscriptions,
  ToneChip,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { BackLink, ListButton } from '../parts/BackLink';
import { PageTitle } from '../parts/PageTitle';
import { Panel } from '../parts/Panel';
import { BackfillPanel } from './BackfillPanel';
import { FlowTable } from './FlowTable';
import { MatchList } from './MatchList';
import { SearchedPanel } from './SearchedPanel';
import { HeldPapers } from './SubscriptionPapers';
import { SUBSCRIPTIONS } from './subscriptionKeys';
import { usePageWords } from './usePageWords';

/** How often what is on its way is looked at anew. */
const POLL_MS = 5000;

/** One subscription: where it stands, what came in day by day, and what became of every scene. */
export default function SubscriptionPage() {
  const m = usePageWords();
  const w = useSubscriptionWords();
  const id = useParams().id ?? '';
  const query = useQuery({
    queryKey: [...SUBSCRIPTIONS, 'one', id],
    queryFn: ({ signal }) => subscriptions.get(id, { signal }),
    refetchInterval: POLL_MS,
  });
  return (
    <Stack sx={{ maxWidth: 1200, mx: 'auto', p: 2, gap: 2 }}>
      <PageTitle parts={[query.data?.name, m.title]} />
      <BackLink to="/subscriptions" label={m.back} />
      {query.data === undefined ? <h1 style={visuallyHidden}>{m.title}</h1> : null}
      <QueryResult query={query} back={<ListButton to="/subscriptions" />}>
        {(one) => (
          <>
            <SubscriptionHead one={one} />
            <SearchedPanel one={one} />
            <Panel title={w.delivery}>
              <Facts label={w.delivery} facts={deliveryFacts(one, w)} />
            </Panel>
            <Panel title={m.papers}>
              <HeldPapers one={one} />
            </Panel>
            <BackfillPanel one={one} />
            <Panel title={m.flow}>
              <FlowTable id={id} />
            </Panel>
            <Panel title={m.scenesOf}>
              <MatchList one={one} />
            </Panel>
          </>
        )}
      </QueryResult>
    </Stack>
  );
}

function SubscriptionHead({ one }: { one: Subscription }) {
  const w = useSubscriptionWords();
  const { counts } = one;
  return (
    <Stack sx={{ gap: 0.5 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {one.name}
        </Typography>
        <ToneChip tone={STANDING_TONES[one.standing]} label={standingText(one, w)} />
      </Stack>
      <Typography variant="body2">{w.explained[one.standing]}</Typography>
      {one.reason === '' ? null : (
        <Typography variant="body2" color="error">
          {w.reason}: {one.reason}
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary">
        {[one.number, criteriaText(one, w), rhythmText(one, w), one.targetName]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
      <Typography sx={{ fontWeight: 600 }}>{w.counts(counts)}</Typography>
    </Stack>
  );
}
