import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import MuiTextField from '@mui/material/TextField';
import { required, useInput, useTranslate } from 'ra-core';
import { useId } from 'react';

interface InputProps {
  source: string;
  label: string;
  disabled?: boolean;
}

interface TextInputProps extends InputProps {
  maxLength: number;
  /** What is said where nothing is written; absent where that is allowed. */
  needed?: string;
  /** Whether something has to be written, of which the server tells. */
  isRequired?: boolean;
  hint?: string;
  /** What is wrong with it. */
  check?: (text: string, form: object) => string | undefined;
  type?: 'url';
  placeholder?: string;
  autoFocus?: boolean;
}

/** A line of text of the form around it, with what the form or the server objects to below. */
export function TextInput(props: TextInputProps) {
  const { source, label, disabled = false, maxLength, needed, isRequired } = props;
  const { hint, check, type, placeholder, autoFocus = false } = props;
  const validate = check ? [check] : needed === undefined ? [] : [notBlank(needed)];
  const { id, field, fieldState } = useInput<string>({ source, validate, parse: (text) => text });
  const fault = useFault(fieldState.error?.message);
  return (
    <MuiTextField
      id={id}
      label={label}
      type={type}
      placeholder={placeholder}
      {...field}
      disabled={disabled}
      error={fault !== undefined}
      helperText={fault ?? hint}
      required={isRequired ?? needed !== undefined}
      slotProps={{ htmlInput: { maxLength } }}
      autoFocus={autoFocus}
      fullWidth
    />
  );
}

/** Blanks are nothing. */
function notBlank(needed: string) {
  const check = required(needed);
  return (value: unknown, values: object) =>
    check(typeof value === 'string' ? value.trim() : value, values);
}

/** react-admin packs the texts of its own validators; the server's come as they are. */
export function useFault(message: string | undefined): string | undefined {
  const translate = useTranslate();
  if (message === undefined || message === '') return undefined;
  const packed = /^@@react-admin@@"(.*)"$/.exec(message)?.[1];
  return translate(packed ?? message, { _: packed ?? message });
}

/** Something that is on or off. */
export function SwitchInput({
  source,
  label,
  hint,
  disabled = false,
}: InputProps & { hint?: string }) {
  const { field } = useInput<boolean>({ source, parse: (on) => on, format: Boolean });
  const hintId = useId();
  return (
    <Box sx={{ flex: 'none' }}>
      <FormControlLabel
        label={label}
        disabled={disabled}
        // Else the switch hangs over the edge of the texts around it.
        sx={{ ml: -0.5 }}
        control={
          <Switch
            checked={field.value}
            onChange={(_, on) => field.onChange(on)}
            {...(hint === undefined
              ? {}
              : { slotProps: { input: { 'aria-describedby': hintId } } })}
          />
        }
      />
      {hint !== undefined && <FormHelperText id={hintId}>{hint}</FormHelperText>}
    </Box>
  );
}

interface SelectInputProps extends InputProps {
  choices: readonly { id: string; name: string }[];
  minWidth: number;
}

/** One of several. */
export function SelectInput({
  source,
  label,
  choices,
  minWidth,
  disabled = false,
}: SelectInputProps) {
  const { id, field } = useInput<string>({ source });
  // What a record names may not be there yet.
  const isKnown = choices.some((one) => one.id === field.value);
  return (
    <MuiTextField
      id={id}
      select
      label={label}
      {...field}
      value={isKnown ? field.value : ''}
      disabled={disabled}
      sx={{ minWidth }}
    >
      {choices.map((one) => (
        <MenuItem key={one.id} value={one.id}>
          {one.name}
        </MenuItem>
      ))}
    </MuiTextField>
  );
}
