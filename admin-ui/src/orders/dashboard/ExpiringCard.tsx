import { api, ExpiryChip, type Order } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { orderPath } from '../../parts/orderPath';
import { attentionPath, attentionQuery } from '../list/lists';
import { useWork } from './useWork';
import { ALL_BY_AGE, WorkCard, WorkRow } from './WorkCard';

const endOf = ({ expiresAt }: Order) => (expiresAt === null ? Infinity : Date.parse(expiresAt));

async function expiringOrders(signal: AbortSignal) {
  const query = { ...attentionQuery('expiring'), ...ALL_BY_AGE };
  const { items, total } = await api.orders.list(query, { signal });
  return { items: [...items].sort((a, b) => endOf(a) - endOf(b)), total };
}

/** The deliveries that close next and are not completed. */
export function ExpiringCard() {
  const { dashboard: m } = useAdminMessages();
  const query = useWork('expiring', expiringOrders);
  const total = query.data?.total ?? 0;
  return (
    <WorkCard
      title={m.expiring}
      query={query}
      none={m.noneExpiring}
      whole={[{ name: m.allOrders(total), to: attentionPath('expiring') }]}
      among={ALL_BY_AGE.pageSize}
      row={(order) => (
        <WorkRow
          key={order.id}
          order={order}
          to={orderPath(order.id)}
          note={order.expiresAt && <ExpiryChip expiresAt={order.expiresAt} dense />}
        />
      )}
    />
  );
}
