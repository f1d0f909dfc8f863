import { CauseDialog } from '@scenedock/ui-kit';
import { DeliveryDialog } from '../delivery/DeliveryDialog';
import { FeedbackDialog } from '../orderActions/FeedbackDialog';
import { useSession } from '../session/session';
import { CloneDialog } from './CloneDialog';
import { ContactPopover } from './ContactPopover';
import type { Opened } from './RowActions';

/** Whatever a row opened. */
export function OpenedDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const { me } = useSession();
  const { order, kind, anchor } = opened;
  switch (kind) {
    case 'delivery':
      return <DeliveryDialog order={order} onClose={onClose} />;
    case 'feedback':
      return <FeedbackDialog order={order} onClose={onClose} />;
    case 'cause':
      return <CauseDialog order={order} onClose={onClose} />;
    case 'clone':
      return <CloneDialog order={order} onClose={onClose} />;
    case 'pickup':
      return (
        <ContactPopover
          order={order}
          anchor={anchor}
          showPath={me?.role === 'admin'}
          onClose={onClose}
        />
      );
  }
}
