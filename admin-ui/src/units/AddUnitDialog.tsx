import TextField from '@mui/material/TextField';
import { api, FormDialog, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
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
  const { form } = useMessages();
  const { units: m } = useAdminMessages();
  const { run, busy } = useCall(['units']);
  const [name, setName] = useState(initial);
  const [tried, setTried] = useState(false);
  const trimmed = name.trim();
  const onSubmit = async () => {
    setTried(true);
    if (trimmed === '') {
      return;
    }
    const texts = { ok: form.unitAdded(trimmed), failed: form.unitFailed };
    if ((await run(() => api.system.addUnit(trimmed), texts)) === 'accepted') {
      onClose();
    }
  };
  return (
    <FormDialog title={m.add} busy={busy} onSubmit={() => void onSubmit()} onClose={onClose}>
      <TextField
        label={m.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={tried && trimmed === ''}
        helperText={tried && trimmed === '' ? m.nameNeeded : ' '}
        slotProps={{ htmlInput: { maxLength: LONGEST } }}
        required
        fullWidth
        autoFocus
        sx={{ mt: 1 }}
      />
    </FormDialog>
  );
}
