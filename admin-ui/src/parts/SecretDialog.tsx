import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { CopyField } from './CopyField';

interface SecretDialogProps {
  title: string;
  /** What it is for. */
  about: string;
  /** That it is not shown again. */
  once: string;
  label: string;
  secret: string;
  /** What one does with it. */
  use: string;
  /** What the button says that closes this. */
  kept: string;
  onClose: () => void;
}

/** A secret that is never shown again: only its button closes this. */
export function SecretDialog(props: SecretDialogProps) {
  const { title, about, once, label, secret, use, kept, onClose } = props;
  const id = useId();
  return (
    <Dialog open aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
          {about}
        </Typography>
        <Alert severity="warning" sx={{ mb: 2 }}>
          {once}
        </Alert>
        <CopyField label={label} text={secret} />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
          {use}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {kept}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
