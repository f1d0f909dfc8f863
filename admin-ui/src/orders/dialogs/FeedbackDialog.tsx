import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type Order, useMessages } from '@scenedock/ui-kit';
import { useId } from 'react';
import { FeedbackView } from '../FeedbackView';

/** The applicant's evaluation of one order. */
export function FeedbackDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const m = useMessages();
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>
        {m.detail.feedbackTitle} · {order.ordername}
      </DialogTitle>
      <DialogContent>
        <FeedbackView order={order} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{m.common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
