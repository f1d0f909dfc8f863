import Typography from '@mui/material/Typography';
import { api, formatTime, type Order, useNow } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { orderPath } from '../../parts/orderPath';
import { waitingTime } from '../../parts/waitingTime';
import { useMay } from '../../providers/useMe';
import { useQueue } from '../desk/useQueue';
import { deskPath, HOME, queryOf } from '../list/lists';
import { LOOK_MS, useWork } from './useWork';
import { ALL_BY_AGE, WorkCard, WorkRow } from './WorkCard';

/** The orders that wait longest for their audit. */
export function WaitingCard() {
  return useMay('/order/audit') ? <QueuedOrders /> : <PendingOrders />;
}

/** As the audit desk has them. */
function QueuedOrders() {
  const { dashboard: m } = useAdminMessages();
  const query = useQueue({ lookMs: LOOK_MS });
  return (
    <WorkCard
      title={m.longestWaiting}
      query={query}
      none={m.noneWaiting}
      whole={[{ name: m.figure(m.waiting, query.data?.total ?? 0), to: HOME }]}
      row={(order) => (
        <WorkRow
          key={order.id}
          order={order}
          to={deskPath(order.id)}
          note={<Waited since={order.since} />}
        />
      )}
    />
  );
}

const waitsSince = ({ submittedAt, creattime }: Order) => submittedAt ?? creattime;

async function pendingOrders(signal: AbortSignal) {
  const query = { ...queryOf('pending'), ...ALL_BY_AGE };
  const { items, total } = await api.orders.list(query, { signal });
  const start = (order: Order) => Date.parse(waitsSince(order));
  return { items: [...items].sort((a, b) => start(a) - start(b)), total };
}

/** For who has no desk. */
function PendingOrders() {
  const { dashboard: m } = useAdminMessages();
  const query = useWork('pending', pendingOrders);
  return (
    <WorkCard
      title={m.longestWaiting}
      query={query}
      none={m.noneWaiting}
      whole={[{ name: m.figure(m.waiting, query.data?.total ?? 0), to: HOME }]}
      row={(order) => (
        <WorkRow
          key={order.id}
          order={order}
          to={orderPath(order.id)}
          note={<Waited since={waitsSince(order)} />}
        />
      )}
    />
  );
}

function Waited({ since }: { since: string }) {
  const { desk } = useAdminMessages();
  return (
    <Typography variant="caption" title={desk.submittedAt(formatTime(since))}>
      {desk.waited(waitingTime(since, useNow(), desk))}
    </Typography>
  );
}
