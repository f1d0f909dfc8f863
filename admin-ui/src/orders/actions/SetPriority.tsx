import { api, type Order, useMessages } from '@scenedock/ui-kit';
import { PriorityDialog } from '../dialogs/PriorityDialog';
import { useOrderCall } from './useOrderCall';

/** Asks for the order's priority and sets it. */
export function SetPriority({ order, onClose }: { order: Order; onClose: () => void }) {
  const { common, orderAction } = useMessages();
  const { run, busy } = useOrderCall();
  const set = async (sorder: number) => {
    const texts = { ok: common.success, failed: common.failure };
    if ((await run(() => api.orders.setPriority(order.id, sorder), texts)) !== 'failed') {
      onClose();
    }
  };
  return (
    <PriorityDialog
      title={`${orderAction.set_priority} · ${order.ordername}`}
      initial={order.sorder}
      busy={busy}
      onConfirm={(sorder) => void set(sorder)}
      onCancel={onClose}
    />
  );
}
