import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useMessages } from '../messages/LocaleProvider';

type Props = {
  title: ReactNode;
  /** What the button says that sends the form; 确定 where nothing is given. */
  confirm?: string;
  /** Why the form cannot be sent as it is: the button is off and says so. */
  blocked?: string | undefined;
  /** Why it was not taken, in the server's words: what was typed stays. */
  refusal?: string | null;
  /** Whether sending it takes something away. */
  destructive?: boolean;
  /** Whether the button that sends it has the focus at first: for forms that need no text. */
  focusConfirm?: boolean;
  wide?: boolean;
  busy?: boolean | undefined;
  /** Over what stands higher than a dialog does. */
  zIndex?: number;
  /** Keys of the form's own. */
  onKeyDown?: (event: KeyboardEvent) => void;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog around a form: sent by Enter or the button, given up by Escape or 取消 unless it is being sent. Checks are the form's own. */
export function FormDialog(props: Props) {
  const { title, confirm, blocked, destructive, focusConfirm, wide, busy, zIndex, children } =
    props;
  const { refusal = null, onKeyDown, onSubmit, onClose } = props;
  const { common } = useMessages();
  const id = useId();
  return (
    <Dialog
      open
      // What the server answers is told here, such as what is never told again.
      onClose={() => {
        if (!busy) onClose();
      }}
      {...(onKeyDown === undefined ? {} : { onKeyDown })}
      aria-labelledby={id}
      maxWidth={wide ? 'sm' : 'xs'}
      fullWidth
      sx={zIndex === undefined ? {} : { zIndex }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (blocked === undefined && !busy) onSubmit();
        }}
      >
        <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent>
          {refusal === null ? null : (
            <Alert
              severity="error"
              sx={{ mb: 2, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
            >
              {refusal}
            </Alert>
          )}
          {children}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={destructive ? 'error' : 'primary'}
            loading={busy ?? false}
            disabled={blocked !== undefined}
            title={blocked}
            autoFocus={focusConfirm ?? false}
          >
            {confirm ?? common.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
