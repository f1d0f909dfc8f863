import { CauseDialog, DeliveryDialog, PickupPopover, standingOf } from '@scenedock/ui-kit';
import { ContactButton } from '../contact/ContactButton';
import { FeedbackDialog } from '../orderActions/FeedbackDialog';
import { PushDialog } from '../orderActions/PushDialog';
import { useSession } from '../session/session';
import { CloneDialog } from './CloneDialog';
import type { Opened } from './RowActions';

/** Whatever a row opened. */
export function OpenedDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const { me } = useSession();
  const { order, kind, anchor } = opened;
  const pickup = { staff: standingOf(me, order) === 'auditor', contact: <ContactButton /> };
  switch (kind) {
    case 'delivery':
      return <DeliveryDialog order={order} {...pickup} onClose={onClose} />;
    case 'feedback':
      return <FeedbackDialog order={order} onClose={onClose} />;
    case 'cause':
      return <CauseDialog order={order} onClose={onClose} />;
    case 'push':
      return <PushDialog order={order} onClose={onClose} />;
    case 'clone':
      return <CloneDialog order={order} onClose={onClose} />;
    case 'pickup':
      return <PickupPopover order={order} anchor={anchor} {...pickup} onClose={onClose} />;
  }
}
