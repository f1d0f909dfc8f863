import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  words: Readonly<Record<T, string>>;
  offered: readonly T[];
  hint?: string;
  onChange: (value: T) => void;
}

/** One of several words. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, value, words, offered, hint, onChange } = props;
  return (
    <TextField
      select
      label={label}
      value={value}
      helperText={hint}
      onChange={(event) => {
        const chosen = offered.find((one) => one === event.target.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {offered.map((one) => (
        <MenuItem key={one} value={one}>
          {words[one]}
        </MenuItem>
      ))}
    </TextField>
  );
}
