import { type Order, useMessages, useOrderWaits } from '@scenedock/ui-kit';
import { Panel } from '../../parts/Panel';
import { RemediedWaits } from '../../parts/taskActs/RemediedWaits';

/** Why the order waits, with what ends that; nothing where it does not wait. */
export function WaitsPanel({ order }: { order: Order }) {
  const { waits: m } = useMessages();
  const waits = useOrderWaits(order);
  if (waits.length === 0) return null;
  return (
    <Panel title={m.title}>
      <RemediedWaits waits={waits} filter={{ order: order.id }} topic="waits" onPage />
    </Panel>
  );
}
