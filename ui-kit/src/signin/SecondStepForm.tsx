import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../messages/LocaleProvider';

type Props = {
  /** False: the code was refused. */
  onSubmit: (code: string) => Promise<boolean>;
  onBack: () => void;
};

/** Asks for a code of the app, or a recovery code. */
export function SecondStepForm({ onSubmit, onBack }: Props) {
  const { secondFactor: m } = useMessages();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') {
      setRefused(true);
      return;
    }
    setBusy(true);
    const entered = await onSubmit(code.trim());
    setBusy(false);
    if (entered) return;
    setRefused(true);
    setCode('');
  };
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={submit}>
      <Typography>{m.askHint}</Typography>
      <TextField
        autoFocus
        label={m.code}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        autoComplete="one-time-code"
        error={refused}
        helperText={m.recoveryHint}
        slotProps={{ htmlInput: { maxLength: 20, spellCheck: false } }}
        size="medium"
        fullWidth
      />
      <Button type="submit" variant="contained" size="large" loading={busy} fullWidth>
        {m.verify}
      </Button>
      <Button onClick={onBack}>{m.back}</Button>
    </Stack>
  );
}
