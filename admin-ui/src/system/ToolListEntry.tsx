import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';

interface Props {
  label: string;
  /** Names of tools between commas; there is one so far. */
  value: string;
  onChange: (next: string) => void;
}

/** Which tools the map offers besides those that it always does. */
export function ToolListEntry({ label, value, onChange }: Props) {
  return (
    <FormControlLabel
      label={label}
      control={
        <Switch
          checked={value.split(',').includes('legend')}
          onChange={(_event, offered) => onChange(offered ? 'legend' : '')}
        />
      }
    />
  );
}
