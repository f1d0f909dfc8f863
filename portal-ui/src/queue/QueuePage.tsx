import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { EmptyState, formatTime, holds, QueryResult, type Queue, queue } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router';
import { orderListPath } from '../orderRoutes';
import { PageTitle } from '../parts/PageTitle';
import { Panel } from '../parts/Panel';
import { useSession } from '../session/session';
import { LastPromises } from './LastPromises';
import { QueuedOrder } from './QueuedOrder';
import { UsualTimes } from './UsualTimes';
import { useQueueWords } from './useQueueWords';

/** How often it is looked at while the page is open, in milliseconds. */
const LOOK_MS = 20_000;

/** 排队情况: what an applicant may expect of the preparation. */
export default function QueuePage() {
  const m = useQueueWords();
  const { me } = useSession();
  const query = useQuery({
    queryKey: ['queue'],
    queryFn: ({ signal }) => queue.get({ signal }),
    enabled: holds(me, '/order/mine'),
    refetchInterval: LOOK_MS,
  });
  if (!holds(me, '/order/mine')) return <Navigate to="/forbidden" replace />;
  return (
    <Stack sx={{ maxWidth: 1000, width: '100%', mx: 'auto', p: 2, gap: 1.5 }}>
      <PageTitle parts={[m.title]} />
      <Stack direction="row" sx={{ gap: 1, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <Typography variant="h1" sx={{ flex: 1 }}>
          {m.title}
        </Typography>
        {query.data === undefined ? null : (
          <Typography variant="body2" color="textSecondary">
            {m.refreshed(formatTime(query.data.at))}
          </Typography>
        )}
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {m.intro}
      </Typography>
      <QueryResult query={query}>
        {(found) => (
          <>
            <Panel title={m.mine}>
              <OwnOrders found={found} />
            </Panel>
            <Panel title={m.usual}>
              <UsualTimes usual={found.usual} />
            </Panel>
            <Panel title={m.promise}>
              <LastPromises promise={found.promise} />
            </Panel>
          </>
        )}
      </QueryResult>
    </Stack>
  );
}

function OwnOrders({ found: { orders, total, usual } }: { found: Queue }) {
  const m = useQueueWords();
  const all = (
    <Button component={Link} to={orderListPath('all')}>
      {m.toOrders}
    </Button>
  );
  if (orders.length === 0) return <EmptyState title={m.none} hint={m.noneHint} action={all} />;
  const more = total - orders.length;
  return (
    <>
      <Stack component="ul" aria-label={m.mine} sx={{ m: 0, p: 0, gap: 2, listStyle: 'none' }}>
        {orders.map((order) => (
          <QueuedOrder key={order.id} order={order} usual={usual} />
        ))}
      </Stack>
      {more > 0 ? (
        <Typography variant="body2" sx={{ mt: 2 }}>
          {m.more(more)} {all}
        </Typography>
      ) : null}
    </>
  );
}
