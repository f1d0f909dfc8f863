import { api, type Order, useMessages, WaitList } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../parts/Panel';
import { QueueLink } from '../queue/QueueLink';

/** How often it is looked at while the page is open, in milliseconds. */
const LOOK_MS = 10_000;

/** Orders that may wait: for their audit, while they are prepared, and for an offline copy. */
const MAY_WAIT: readonly number[] = [0, 1, 3, 6];

/** Of these, orders that stand in the line of the preparation. */
const PREPARED: readonly number[] = [1, 3];

/** Why the order waits; nothing where it does not. */
export function WaitsPanel({ order }: { order: Order }) {
  const { waits: m } = useMessages();
  const { data } = useQuery({
    queryKey: ['waits', order.id],
    queryFn: ({ signal }) => api.orders.waits(order.id, { signal }),
    enabled: MAY_WAIT.includes(order.sstatus),
    refetchInterval: LOOK_MS,
  });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Panel title={m.title} side={PREPARED.includes(order.sstatus) ? <QueueLink /> : null}>
      <WaitList waits={data.items} />
    </Panel>
  );
}
