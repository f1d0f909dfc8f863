import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import type { Order } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { FeedbackView } from './FeedbackView';

type Props = {
  order: Order;
  busy?: boolean;
  /** Whether a document is on its way, for which sending waits. */
  isUploading?: boolean;
  /** Absent where a given feedback is read. */
  onSend?: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** The dialog around both feedback forms, and around a feedback that was given. */
export function FeedbackFrame(props: Props) {
  const { order, busy = false, isUploading = false, onSend, onClose, children } = props;
  const m = useMessages();
  const id = useId();
  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onClose();
      }}
      fullWidth
      maxWidth="sm"
      aria-labelledby={id}
    >
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
        {isUploading ? (
          <Typography variant="caption" color="textSecondary" role="status">
            {m.form.stillUploading}
          </Typography>
        ) : null}
        <Button onClick={onClose} disabled={busy}>
          {onSend === undefined ? m.common.close : m.common.cancel}
        </Button>
        {onSend === undefined ? null : (
          <Button variant="contained" loading={busy} disabled={isUploading} onClick={onSend}>
            {m.form.submit}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
