import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';

interface Props {
  label: string;
  /** Words between commas. */
  value: string;
  /** The word that stands in an entry that is switched on. */
  on: string;
  onChange: (next: string) => void;
}

/** An entry that is on or off. */
export function SwitchEntry({ label, value, on, onChange }: Props) {
  return (
    <FormControlLabel
      label={label}
      // Its track stands below the edges of the fields.
      sx={{ ml: -0.75 }}
      control={
        <Switch
          checked={value.split(',').includes(on)}
          onChange={(_event, checked) => onChange(checked ? on : '')}
        />
      }
    />
  );
}
