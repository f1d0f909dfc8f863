import { type Order, useMessages, useOrderWaits, WaitList } from '@scenedock/ui-kit';
import { Panel } from '../parts/Panel';
import { QueueLink } from '../queue/QueueLink';

/** Orders that stand in the line of the preparation. */
const PREPARED: readonly number[] = [1, 3];

/** Why the order waits; nothing where it does not. */
export function WaitsPanel({ order }: { order: Order }) {
  const { waits: m } = useMessages();
  const waits = useOrderWaits(order);
  if (waits.length === 0) return null;
  return (
    <Panel title={m.title} side={PREPARED.includes(order.sstatus) ? <QueueLink /> : null}>
      <WaitList waits={waits} />
    </Panel>
  );
}
