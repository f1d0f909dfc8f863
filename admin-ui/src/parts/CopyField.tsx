import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { CopyButton } from '@scenedock/ui-kit';

/** A text to be taken along: shown whole, copied with one press. */
export function CopyField({ label, text }: { label: string; text: string }) {
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
      <TextField
        label={label}
        value={text}
        multiline
        slotProps={{ htmlInput: { readOnly: true, style: { fontFamily: 'monospace' } } }}
        fullWidth
      />
      <CopyButton text={text} name={label} />
    </Stack>
  );
}
