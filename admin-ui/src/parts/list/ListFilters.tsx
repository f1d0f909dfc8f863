import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import type { SxProps, Theme } from '@mui/material/styles';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
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
    <TextField
      id={id}
      type="search"
      label={label}
      {...field}
      sx={{ width, maxWidth: '100%', ...FILTER_GROUND }}
    />
  );
}

interface Choice {
  id: string;
  name: string;
}

interface ChoiceFilterProps extends FilterProps {
  /** What stands for no choice. */
  any: string;
  choices: readonly Choice[];
  /** What the address names is offered as it is written, if it is none of the choices. */
  open?: boolean;
}

/** Narrows rows to one of several. */
export function ChoiceFilter(props: ChoiceFilterProps) {
  const { source, label, width, any, choices, open = false } = props;
  const { id, field } = useInput<string>({ source });
  const { value } = field;
  const known = choices.some(({ id: one }) => one === value);
  return (
    <ChoiceField
      id={id}
      label={label}
      width={width}
      any={any}
      choices={open ? withOwn(choices, value) : choices}
      {...field}
      // What an address names may not be there any more.
      value={known || open ? value : ''}
    />
  );
}

/** What an address names is offered as it is written. */
const withOwn = (choices: readonly Choice[], value: string): readonly Choice[] =>
  value === '' || choices.some(({ id }) => id === value)
    ? choices
    : [...choices, { id: value, name: value }];

/** Stands for rows without a value. The database keeps no text that could be mistaken for it. */
const NOTHING = '\u0000';

interface ValueFilterProps extends Omit<ChoiceFilterProps, 'open'> {
  /** What rows are called in which nothing is filled in. */
  nothing: string;
}

/**
 * Narrows rows to those of one value, or to those in which nothing is filled in. These have one condition for all columns of a list,
 * `without`, which takes the place of the value as the server has it.
 */
export function ValueFilter({ source, choices, nothing, ...rest }: ValueFilterProps) {
  const { id, field } = useInput<string>({ source });
  const { field: without } = useInput<string>({ source: 'without' });
  const isWithout = without.value === source;
  const choose = (value: string) => {
    const chosen = value === NOTHING ? '' : value;
    if (chosen !== field.value) field.onChange(chosen);
    if (value === NOTHING) without.onChange(source);
    else if (isWithout) without.onChange('');
  };
  return (
    <ChoiceField
      id={id}
      {...rest}
      {...field}
      choices={[...withOwn(choices, field.value), { id: NOTHING, name: nothing }]}
      value={isWithout ? NOTHING : field.value}
      onChange={({ target }) => choose(target.value)}
    />
  );
}

type ChoiceFieldProps = Omit<TextFieldProps, 'select' | 'slotProps' | 'sx' | 'value'> &
  Pick<ChoiceFilterProps, 'width' | 'any' | 'choices'> & { value: string };

function ChoiceField({ width, any, choices, ...props }: ChoiceFieldProps) {
  return (
    <TextField
      select
      {...props}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ width, ...FILTER_GROUND }}
    >
      <MenuItem value="">{any}</MenuItem>
      {choices.map((one) => (
        <MenuItem key={one.id} value={one.id}>
          {one.name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** What a field of conditions stands on. */
export const FILTER_GROUND = { '& .MuiInputBase-root': { bgcolor: 'background.paper' } } as const;
