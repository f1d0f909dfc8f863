import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { CopyButton, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { generatedPassword } from './generatedPassword';

interface PasswordFieldProps {
  label: string;
  value: string;
  fault: string | undefined;
  onChange: (password: string) => void;
}

/** A password to be told to somebody: it is seen, copied, and made by chance unless somebody types one. */
export function PasswordField({ label, value, fault, onChange }: PasswordFieldProps) {
  const { register } = useMessages();
  const { users: m } = useAdminMessages();
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'flex-start' }}>
      <TextField
        label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={fault !== undefined}
        helperText={fault ?? `${register.passwordHint} · ${m.tellOnce}`}
        autoComplete="off"
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
        required
        fullWidth
      />
      <Stack direction="row" spacing={1} sx={{ flex: 'none', alignItems: 'center', height: 38 }}>
        <CopyButton text={value} name={label} />
        <Button onClick={() => onChange(generatedPassword())}>{m.generate}</Button>
      </Stack>
    </Stack>
  );
}
