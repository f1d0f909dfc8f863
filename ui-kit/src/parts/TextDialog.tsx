import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useMessages } from '../messages/LocaleProvider';
import { Clamped } from './Clamped';

interface TextDialogProps {
  title: string;
  text: string;
  onClose: () => void;
}

/** A text to read. */
export function TextDialog({ title, text, onClose }: TextDialogProps) {
  const { common } = useMessages();
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        <Clamped text={title} />
      </DialogTitle>
      <DialogContent>
        <DialogContentText
          color="textPrimary"
          sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {text}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
