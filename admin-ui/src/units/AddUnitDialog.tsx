import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { api, useMessages } from '@scenedock/ui-kit';
import { type FormEvent, useId, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';

/** Characters that the name of a unit may have. */
const LONGEST = 100;

interface AddUnitDialogProps {
  initial: string;
  onClose: () => void;
}

/** Adds a unit; one that exists already stays as it is. */
export function AddUnitDialog({ initial, onClose }: AddUnitDialogProps) {
  const { common, form } = useMessages();
  const { units: m } = useAdminMessages();
  const { run, busy } = useCall(['units']);
  const id = useId();
  const [name, setName] = useState(initial);
  const [tried, setTried] = useState(false);
  const wanted = name.trim();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wanted === '') {
      return;
    }
    const texts = { ok: form.unitAdded(wanted), failed: form.unitFailed };
    if ((await run(() => api.system.addUnit(wanted), texts)) === 'accepted') {
      onClose();
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form onSubmit={(event) => void onSubmit(event)} noValidate>
        <DialogTitle id={id}>{m.add}</DialogTitle>
        <DialogContent>
          <TextField
            label={m.name}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={tried && wanted === ''}
            helperText={tried && wanted === '' ? m.nameNeeded : ' '}
            slotProps={{ htmlInput: { maxLength: LONGEST } }}
            required
            fullWidth
            autoFocus
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {common.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
