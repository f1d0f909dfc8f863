import { BesideModals, MESSAGE_MS } from '@scenedock/ui-kit';
import { Notification, type NotificationProps } from 'react-admin';

/** Messages stand at the top, where the eye is after pressing a button, and are heard over an open dialog as well. */
export function Messages(props: NotificationProps) {
  return (
    <BesideModals>
      <Notification
        {...props}
        autoHideDuration={MESSAGE_MS}
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
      />
    </BesideModals>
  );
}
