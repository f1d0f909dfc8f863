import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMessages, useOfferedWords } from '@scenedock/ui-kit';
import type { Application, FieldFaults } from '../application/rules';

interface WordFieldProps {
  application: Application;
  faults: FieldFaults;
  name: 'applyUserUsed' | 'assignment';
  /** Which list of the dictionary is offered. */
  list: 'usages' | 'levels';
  required?: boolean;
  onChange: (part: Partial<Application['form']>) => void;
}

/** A word of the dictionary. An older order keeps one that is no longer offered; it is shown, and another has to be chosen. */
export function WordField({
  application,
  faults,
  name,
  list,
  required = false,
  onChange,
}: WordFieldProps) {
  const m = useMessages();
  const words = useOfferedWords();
  const { offered, text } = words[list];
  const value = application.form[name];
  const isOff = words.isReady && value !== '' && offered.every((word) => word.name !== value);
  const fault = words.isFailed ? m.form.wordsFailed : (faults[name] ?? (isOff && m.form.wordIsOff));
  return (
    <TextField
      fullWidth
      select
      label={m.order[name]}
      required={required}
      value={value}
      error={Boolean(fault)}
      helperText={fault || undefined}
      onChange={(event) => onChange({ [name]: event.target.value })}
    >
      {required || value === '' ? null : <MenuItem value="">{m.common.clear}</MenuItem>}
      {offered.map((word) => (
        <MenuItem key={word.name} value={word.name}>
          {word.text}
        </MenuItem>
      ))}
      {value !== '' && offered.every((word) => word.name !== value) && (
        <MenuItem value={value}>{isOff ? m.form.wordOff(text(value)) : text(value)}</MenuItem>
      )}
      {words.isReady || words.isFailed ? null : <MenuItem disabled>{m.common.loading}</MenuItem>}
    </TextField>
  );
}
