import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useMessages } from '@scenedock/ui-kit';
import { type ReactNode, useId } from 'react';

interface ConfirmDialogProps {
  text: string;
  /** Something to choose before the answer. */
  children?: ReactNode;
  busy?: boolean;
  danger?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A question with 确定 and 取消. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { text, children, busy, danger, onConfirm, onCancel } = props;
  const { common } = useMessages();
  const id = useId();
  return (
    <Dialog open onClose={onCancel} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{common.prompt}</DialogTitle>
      <DialogContent>
        <DialogContentText color="textPrimary">{text}</DialogContentText>
        {children}
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {common.cancel}
        </Button>
        <Button
          variant="contained"
          color={danger ? 'error' : 'primary'}
          loading={busy}
          onClick={onConfirm}
          autoFocus
        >
          {common.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
