import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useAdminMessages } from '../i18n/useAdminMessages';
import {
  ERROR_CLASSES,
  TASK_KINDS,
  TASK_STATES,
  TEXTS,
  type useTaskAddress,
} from './useTaskAddress';

/** Narrows the list; the address keeps it. */
export function TaskFilters({ address }: { address: ReturnType<typeof useTaskAddress> }) {
  const { tasks: m, monitor } = useAdminMessages();
  const choice = (
    name: 'state' | 'kind' | 'errorClass' | 'held',
    choices: readonly string[],
    words: Readonly<Record<string, string>>,
  ) => (
    <TextField
      select
      label={m.filters[name]}
      value={choices.includes(address.text(name)) ? address.text(name) : ''}
      onChange={({ target }) => address.narrow({ [name]: target.value })}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={FIELD}
    >
      <MenuItem value="">{m.any}</MenuItem>
      {choices.map((one) => (
        <MenuItem key={one} value={one}>
          {words[one]}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <Stack direction="row" role="search" sx={{ gap: 1, flexWrap: 'wrap', p: 1.5 }}>
      {choice('state', TASK_STATES, m.states)}
      {choice('kind', TASK_KINDS, monitor.kind)}
      {choice('errorClass', ERROR_CLASSES, m.classes)}
      {choice('held', ['paused', 'unresolved'], m.helds)}
      {TEXTS.map((name) => (
        <TextField
          key={name}
          type="search"
          label={m.filters[name]}
          value={address.text(name)}
          onChange={({ target }) => address.narrow({ [name]: target.value })}
          sx={FIELD}
        />
      ))}
    </Stack>
  );
}

const FIELD = { width: { xs: 'calc(50% - 4px)', sm: 150 } } as const;
