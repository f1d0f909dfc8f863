import { BesideModals, MESSAGE_MS } from '@scenedock/ui-kit';
import { Notification, type NotificationProps } from 'react-admin';

/** Messages stand at the bottom left, as in the portal: over no button, and heard over an open dialog as well. */
export function Messages(props: NotificationProps) {
  return (
    <BesideModals>
      <Notification
        {...props}
        autoHideDuration={MESSAGE_MS}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      />
    </BesideModals>
  );
}
