import CheckBox from '@mui/icons-material/CheckBox';
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlank';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { ink, tokens, useMessages } from '@scenedock/ui-kit';

type Option = { value: string; count?: number };

type Props = {
  label: string;
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** What people call a value; the value itself where nothing is said. */
  name?: (value: string) => string;
  /** Called when the list is opened, for options that are asked for only then. */
  onOpen?: () => void;
};

/** Only a picture: the option itself says that it is chosen. */
function Tick({ on }: { on: boolean }) {
  const Icon = on ? CheckBox : CheckBoxOutlineBlank;
  return (
    <Icon
      sx={{ fontSize: tokens.icon.tick, my: 0.75, mr: 1, color: on ? 'primary.main' : ink.faint }}
    />
  );
}

/** Several of a list of values; none of them means any. */
export function ManyOf({ label, options, value, name = String, onChange, onOpen }: Props) {
  const m = useMessages();
  const unlisted = value.filter((one) => !options.some((option) => option.value === one));
  const all: Option[] = [...options, ...unlisted.map((one) => ({ value: one }))];
  return (
    <TextField
      select
      fullWidth
      label={label}
      value={value}
      onChange={(event) => onChange([event.target.value].flat())}
      slotProps={{
        inputLabel: { shrink: true },
        select: {
          multiple: true,
          displayEmpty: true,
          ...(onOpen === undefined ? {} : { onOpen }),
          renderValue: (chosen) =>
            Array.isArray(chosen) && chosen.length > 0 ? m.find.list(chosen.map(name)) : m.find.any,
          MenuProps: { slotProps: { paper: { sx: { maxHeight: 360 } } } },
        },
      }}
    >
      {all.length === 0 ? <MenuItem disabled>{m.find.noOptions}</MenuItem> : null}
      {all.map((option) => (
        <MenuItem key={option.value} value={option.value} dense sx={{ py: 0 }}>
          <Tick on={value.includes(option.value)} />
          <span style={{ flex: 1 }}>{name(option.value)}</span>
          <Typography variant="caption" color="textSecondary" sx={{ pl: 2 }}>
            {option.count?.toLocaleString('en')}
          </Typography>
        </MenuItem>
      ))}
    </TextField>
  );
}
