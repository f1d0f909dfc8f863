import { type Order, PushListedOrder } from '@scenedock/ui-kit';
import { usePush } from './usePush';

/** Sends a finished order of the list to a server of its owner's. */
export function PushDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  return <PushListedOrder {...usePush(order)} onClose={onClose} />;
}
