import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import type { SxProps, Theme } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { FilterLiveForm, useInput } from 'ra-core';
import type { ComponentProps, ReactNode } from 'react';

/** Milliseconds without a key after which the server is asked: once for a word, not for each of its letters. */
const SETTLED_MS = 250;

/** The conditions of a list; the list follows what is typed and chosen. */
export function ListFilters({ children, sx = {} }: { children: ReactNode; sx?: SxProps<Theme> }) {
  return (
    <FilterLiveForm debounce={SETTLED_MS} formComponent={Form}>
      <Stack
        direction="row"
        sx={[{ columnGap: 1, rowGap: 1.5, flexWrap: 'wrap' }, ...(Array.isArray(sx) ? sx : [sx])]}
      >
        {children}
      </Stack>
    </FilterLiveForm>
  );
}

function Form(props: Pick<ComponentProps<'form'>, 'onSubmit' | 'children'>) {
  return <Box component="form" role="search" noValidate {...props} />;
}

interface FilterProps {
  /** The condition's name in the address. */
  source: string;
  label: string;
  width: number | Record<string, number | string>;
}

/** Finds rows by what is typed. */
export function FindFilter({ source, label, width }: FilterProps) {
  const { id, field } = useInput<string>({ source });
  return (
    <TextField id={id} type="search" label={label} {...field} sx={{ width, ...FILTER_GROUND }} />
  );
}

interface ChoiceFilterProps extends FilterProps {
  /** What stands for no choice. */
  any: string;
  choices: readonly { id: string; name: string }[];
  /** What the address names is offered as it is written, if it is none of the choices. */
  open?: boolean;
}

/** Narrows rows to one of several. */
export function ChoiceFilter(props: ChoiceFilterProps) {
  const { source, label, width, any, choices, open = false } = props;
  const { id, field } = useInput<string>({ source });
  const { value } = field;
  const known = choices.some(({ id: one }) => one === value);
  const offered =
    open && value !== '' && !known ? [...choices, { id: value, name: value }] : choices;
  return (
    <TextField
      id={id}
      select
      label={label}
      {...field}
      // What an address names may not be there any more.
      value={known || open ? value : ''}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ width, ...FILTER_GROUND }}
    >
      <MenuItem value="">{any}</MenuItem>
      {offered.map((one) => (
        <MenuItem key={one.id} value={one.id}>
          {one.name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** What a field of conditions stands on. */
export const FILTER_GROUND = { '& .MuiInputBase-root': { bgcolor: 'background.paper' } } as const;
