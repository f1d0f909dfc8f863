import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { type ReactNode, useId } from 'react';
import type { Order } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { FeedbackView } from './FeedbackView';

type Props = {
  order: Order;
  busy?: boolean;
  /** Absent where a given feedback is read. */
  onSend?: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** The dialog around both feedback forms, and around a feedback that was given. */
export function FeedbackFrame({ order, busy = false, onSend, onClose, children }: Props) {
  const m = useMessages();
  const id = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>
        {m.detail.feedbackTitle} · {order.ordername}
      </DialogTitle>
      <DialogContent>
        {onSend === undefined ? (
          <FeedbackView order={order} />
        ) : (
          <Stack spacing={1.5}>{children}</Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{onSend === undefined ? m.common.close : m.common.cancel}</Button>
        {onSend === undefined ? null : (
          <Button variant="contained" loading={busy} onClick={onSend}>
            {m.form.submit}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
