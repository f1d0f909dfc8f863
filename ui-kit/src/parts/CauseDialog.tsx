import type { Order } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { TextDialog } from './TextDialog';

type Props = { order: Pick<Order, 'ordername' | 'cause' | 'cancelledBy'>; onClose: () => void };

/** Why an order was rejected, or why its preparation was cancelled. */
export function CauseDialog({ order, onClose }: Props) {
  const m = useMessages();
  const title = order.cancelledBy === null ? m.orders.cause : m.cancelled.cause;
  return (
    <TextDialog
      title={`${title} · ${order.ordername}`}
      text={order.cause || m.orders.causeNone}
      onClose={onClose}
    />
  );
}
