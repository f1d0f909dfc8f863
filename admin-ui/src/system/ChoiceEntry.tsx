import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useAdminMessages } from '../i18n/useAdminMessages';

interface Props {
  label: string;
  value: string;
  words: readonly string[];
  hint: string;
  onChange: (next: string) => void;
}

/** An entry that is one of some words, or nothing. What the process was started with may be another one. */
export function ChoiceEntry({ label, value, words, hint, onChange }: Props) {
  const m = useAdminMessages().system;
  const offered = value === '' || words.includes(value) ? words : [...words, value];
  return (
    <TextField
      select
      label={label}
      value={value}
      helperText={hint}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      onChange={(event) => onChange(event.target.value)}
    >
      <MenuItem value="">{m.unconfigured}</MenuItem>
      {offered.map((word) => (
        <MenuItem key={word} value={word}>
          {word}
        </MenuItem>
      ))}
    </TextField>
  );
}
