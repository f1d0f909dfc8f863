import { api, type Order, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../parts/Panel';
import { RemediedWaits } from '../../parts/taskActs/RemediedWaits';

/** How often it is looked at while the page is open, in milliseconds. */
const LOOK_MS = 10_000;

/** Orders that may wait: for their audit, while they are prepared, and for an offline copy. */
const MAY_WAIT: readonly number[] = [0, 1, 3, 6];

/** Why the order waits, with what ends that; nothing where it does not wait. */
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
    <Panel title={m.title}>
      <RemediedWaits waits={data.items} filter={{ order: order.id }} topic="waits" onPage />
    </Panel>
  );
}
