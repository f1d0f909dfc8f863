import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useMessages } from '@scenedock/ui-kit';
import { type FormEvent, useId, useState } from 'react';

interface ReasonDialogProps {
  title: string;
  label: string;
  /** Shown when the text is empty. */
  needed: string;
  hint?: string;
  busy?: boolean;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** Asks for a reason; blank text is refused here already. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, label, needed, hint, busy, onConfirm, onCancel } = props;
  const { common } = useMessages();
  const id = useId();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const blank = reason.trim() === '';
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!blank) {
      onConfirm(reason.trim());
    }
  };
  return (
    <Dialog open onClose={onCancel} aria-labelledby={id} maxWidth="sm" fullWidth>
      <form onSubmit={onSubmit} noValidate>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          {hint && <DialogContentText sx={{ mb: 2 }}>{hint}</DialogContentText>}
          <TextField
            label={label}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={tried && blank}
            helperText={tried && blank ? needed : ' '}
            multiline
            minRows={4}
            fullWidth
            autoFocus
            required
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onCancel} disabled={busy}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="contained" color="error" loading={busy}>
            {common.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
