import Stack from '@mui/material/Stack';
import {
  BackfillItem,
  EmptyState,
  QueryResult,
  type Subscription,
  subscriptions,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../parts/Panel';

/** How often they are looked at, in milliseconds. */
const LOOK_MS = 5000;

/** Scenes that were there before the subscription and that its owner asked for. */
export function Backfills({ one }: { one: Subscription }) {
  const w = useSubscriptionWords();
  const query = useQuery({
    queryKey: ['subscribeAudit', 'backfills', one.id],
    queryFn: ({ signal }) => subscriptions.backfills(one.id, { signal }),
    refetchInterval: LOOK_MS,
  });
  return (
    <Panel title={w.backfill}>
      <QueryResult query={query} empty={<EmptyState title={w.backfillEmpty} />}>
        {(all) => (
          <Stack component="ul" aria-label={w.backfill} sx={{ m: 0, p: 0 }}>
            {all.map((backfill) => (
              <BackfillItem key={backfill.id} one={one} backfill={backfill} />
            ))}
          </Stack>
        )}
      </QueryResult>
    </Panel>
  );
}
