import DialogContentText from '@mui/material/DialogContentText';
import TextField from '@mui/material/TextField';
import { FormDialog } from '@scenedock/ui-kit';
import { useState } from 'react';

interface ReasonDialogProps {
  title: string;
  label: string;
  /** Shown when the text is empty. */
  needed: string;
  hint?: string;
  /** The text as it begins. */
  initial?: string;
  /** Why it cannot be confirmed any more. */
  blocked?: string | undefined;
  busy?: boolean;
  /** Why the last try was not taken. */
  refusal?: string | null;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** Asks for a reason; blank text is refused here already. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    title,
    label,
    needed,
    hint,
    initial = '',
    busy,
    refusal,
    blocked,
    onConfirm,
    onCancel,
  } = props;
  const [reason, setReason] = useState(initial);
  const [tried, setTried] = useState(false);
  const blank = reason.trim() === '';
  const onSubmit = () => {
    setTried(true);
    if (!blank) {
      onConfirm(reason.trim());
    }
  };
  return (
    <FormDialog
      title={title}
      wide
      destructive
      busy={busy}
      refusal={refusal ?? null}
      blocked={blocked}
      onSubmit={onSubmit}
      onClose={onCancel}
    >
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
    </FormDialog>
  );
}
