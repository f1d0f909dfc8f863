import Typography from '@mui/material/Typography';
import { api, formatTime, type Order, useNow } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { orderPath } from '../../parts/orderPath';
import { waitingTime } from '../../parts/waitingTime';
import { useMay } from '../../providers/useMe';
import { isOpen } from '../desk/queueOrder';
import { useQueue } from '../desk/useQueue';
import { deskPath, HOME, queryOf } from '../list/lists';
import { LOOK_MS, useWork } from './useWork';
import { ALL_BY_AGE, WorkCard, WorkRow } from './WorkCard';

/** The orders that wait longest for their audit. */
export function WaitingCard() {
  return useMay('/order/audit') ? <QueuedOrders /> : <PendingOrders />;
}

/** As the audit desk has them: those that the person can decide about now. */
function QueuedOrders() {
  const { dashboard: m } = useAdminMessages();
  const { data, error, refetch } = useQueue({ lookMs: LOOK_MS });
  const items = data?.items.filter(isOpen) ?? [];
  const open = data && { items, total: items.length === 0 ? 0 : data.total };
  return (
    <WorkCard
      title={m.longestWaiting}
      query={{ data: open, error, refetch }}
      none={m.noneWaiting}
      whole={[{ name: m.allOrders(data?.total ?? 0), to: HOME }]}
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
      whole={[{ name: m.allOrders(query.data?.total ?? 0), to: HOME }]}
      among={ALL_BY_AGE.pageSize}
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
