import { api, type Order, ToneChip } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { orderPath } from '../../parts/orderPath';
import { attentionPath, attentionQuery } from '../list/lists';
import { useWork } from './useWork';
import { FIRST_MADE, WorkCard, WorkRow } from './WorkCard';

type Failure = 'failed_scenes' | 'failed_packaging';

interface FailedOrder {
  order: Order;
  failure: Failure;
}

/** The orders of one kind of failure that were made first. */
async function failedOrders(failure: Failure, signal: AbortSignal) {
  const query = { ...attentionQuery(failure), ...FIRST_MADE };
  const { items, total } = await api.orders.list(query, { signal });
  return { items: items.map((order): FailedOrder => ({ order, failure })), total };
}

const madeAt = ({ order }: FailedOrder) => Date.parse(order.creattime);

/** Both kinds in one list. */
async function allFailedOrders(signal: AbortSignal) {
  const [scenes, packaging] = await Promise.all([
    failedOrders('failed_scenes', signal),
    failedOrders('failed_packaging', signal),
  ]);
  return {
    items: [...scenes.items, ...packaging.items].sort((a, b) => madeAt(a) - madeAt(b)),
    total: scenes.total + packaging.total,
    scenes: scenes.total,
    packaging: packaging.total,
  };
}

/** Orders whose preparation stands still until somebody decides. */
export function FailedCard() {
  const { dashboard: m } = useAdminMessages();
  const query = useWork('failed', allFailedOrders);
  const { scenes = 0, packaging = 0 } = query.data ?? {};
  return (
    <WorkCard
      title={m.failed}
      query={query}
      none={m.noneFailed}
      whole={[
        { name: m.allOrdersOf(m.failedScenes, scenes), to: attentionPath('failed_scenes') },
        {
          name: m.allOrdersOf(m.failedPackaging, packaging),
          to: attentionPath('failed_packaging'),
        },
      ]}
      row={({ order, failure }) => (
        <WorkRow
          key={order.id}
          order={order}
          to={orderPath(order.id)}
          note={
            <ToneChip
              tone="danger"
              label={
                failure === 'failed_packaging'
                  ? m.failedPackaging
                  : m.failedSceneCount(order.dataPercent.failed)
              }
            />
          }
        />
      )}
    />
  );
}
