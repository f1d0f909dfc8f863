import InputAdornment from '@mui/material/InputAdornment';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type Condition, type Field, fieldWord, useLocale, useMessages } from '@scenedock/ui-kit';
import { useEffect, useState } from 'react';
import {
  dayOfMoment,
  isReversed,
  momentOfDay,
  shownPer,
  unitOf,
  withCondition,
} from './fieldConditions';
import { LazyDayField } from './LazyDayField';
import { ManyOf } from './ManyOf';

type InputProps = {
  field: Field;
  label: string;
  condition: Condition | undefined;
  onChange: (condition: Condition) => void;
};

/** A number that may be half typed; what cannot be one counts as none. */
function NumberField(props: {
  label: string;
  unit: string;
  value: number | undefined;
  /** What is wrong with it beside other numbers. */
  fault: string | null;
  onChange: (value: number | undefined) => void;
}) {
  const m = useMessages();
  const { value } = props;
  const rounded = value === undefined ? '' : String(Math.round(value * 1e6) / 1e6);
  const [text, setText] = useState(rounded);
  useEffect(
    () => setText((old) => (Number(old) === value && old !== '' ? old : rounded)),
    [value, rounded],
  );
  const fault = Number.isNaN(Number(text)) ? m.find.notNumber : props.fault;
  return (
    <TextField
      fullWidth
      label={props.label}
      value={text}
      error={fault !== null}
      helperText={fault}
      onChange={({ target }) => {
        setText(target.value);
        const typed = Number(target.value);
        props.onChange(target.value.trim() === '' || Number.isNaN(typed) ? undefined : typed);
      }}
      slotProps={{
        htmlInput: { inputMode: 'decimal' },
        // Small, so that the name has room beside the unit.
        inputLabel: { shrink: true },
        input: { endAdornment: <InputAdornment position="end">{props.unit}</InputAdornment> },
      }}
    />
  );
}

function Between({ field, label, condition, onChange }: InputProps) {
  const m = useMessages();
  const per = shownPer(field);
  const end = (key: 'min' | 'max') => (
    <NumberField
      label={`${label} ${m.find[key]}`}
      unit={unitOf(field)}
      value={condition?.[key] === undefined ? undefined : condition[key] / per}
      fault={key === 'max' && condition && isReversed(condition) ? m.find.rangeOrder : null}
      onChange={(value) => onChange(bounded(field.key, condition, key, value, per))}
    />
  );
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'flex-start' }}>
      {end('min')}
      {end('max')}
    </Stack>
  );
}

function bounded(
  key: string,
  old: Condition | undefined,
  end: 'min' | 'max',
  value: number | undefined,
  per = 1,
): Condition {
  const other = end === 'min' ? 'max' : 'min';
  const opposite = old?.[other];
  return {
    key,
    ...(opposite === undefined ? {} : { [other]: opposite }),
    ...(value === undefined ? {} : { [end]: value * per }),
  };
}

/** The last millisecond of a day belongs to it. */
const LAST_MOMENT = 86_399_999;

function Days({ field, label, condition, onChange }: InputProps) {
  const m = useMessages();
  const end = (key: 'min' | 'max') => {
    const moment = condition?.[key];
    return (
      <LazyDayField
        fullWidth
        label={`${label} ${key === 'min' ? m.search.from : m.search.to}`}
        value={moment === undefined ? '' : dayOfMoment(moment)}
        problem={
          key === 'max' && condition && isReversed(condition) ? m.search.timeOrder : undefined
        }
        onChange={(day) => {
          const at = momentOfDay(day) + (key === 'max' ? LAST_MOMENT : 0);
          onChange(bounded(field.key, condition, key, day === '' ? undefined : at));
        }}
      />
    );
  };
  return (
    <Stack spacing={1.25}>
      {end('min')}
      {end('max')}
    </Stack>
  );
}

function FieldInput(props: InputProps) {
  const { field, label, condition, onChange } = props;
  const m = useMessages();
  if (field.kind === 'time') return <Days {...props} />;
  if (field.kind === 'choice' && field.options && field.options.length > 0) {
    return (
      <ManyOf
        label={label}
        options={field.options.map((value) => ({ value }))}
        value={condition?.values ?? []}
        name={(value) => fieldWord(field.key, value, m)}
        onChange={(values) => onChange({ key: field.key, values })}
      />
    );
  }
  if (field.kind === 'text' || field.kind === 'choice') {
    return (
      <TextField
        fullWidth
        label={m.find.part(label)}
        value={condition?.text ?? ''}
        onChange={(event) => onChange({ key: field.key, text: event.target.value })}
      />
    );
  }
  return <Between {...props} />;
}

type Props = {
  fields: readonly Field[];
  conditions: readonly Condition[];
  onChange: (conditions: Condition[]) => void;
};

/** What the chosen nodes can be searched by besides what every scene has. */
export default function NodeFields({ fields, conditions, onChange }: Props) {
  const { locale } = useLocale();
  return (
    <Stack spacing={1.25}>
      {fields.map((field) => (
        <FieldInput
          key={field.key}
          field={field}
          label={locale === 'en' ? field.labelEn : field.label}
          condition={conditions.find(({ key }) => key === field.key)}
          onChange={(next) => onChange(withCondition(conditions, next))}
        />
      ))}
    </Stack>
  );
}
