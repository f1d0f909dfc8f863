import { Notification, type NotificationProps } from 'react-admin';

/** How long a message stays, in milliseconds (orders specification section 9). */
const MESSAGE_MS = 3000;

/** Messages stand at the top, where the eye is after pressing a button. */
export function Messages(props: NotificationProps) {
  return (
    <Notification
      {...props}
      autoHideDuration={MESSAGE_MS}
      anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
    />
  );
}
