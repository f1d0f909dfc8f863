import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Box, boxWkt, type Position } from '../../geo/wkt';
import { useToolMessages } from '../messages/useToolMessages';
import { useCorner } from '../overlay/CornerNotices';
import { useFocusBack } from '../overlay/useFocusBack';
import { type BoxFields, boxOf, checkBox, checkPoint, type Fault, pointOf } from './locateRules';

type FieldProps<K extends string> = {
  name: K;
  label: string;
  example: string;
  values: Record<K, string>;
  fault: Fault<K> | null;
  first?: boolean;
  onChange: (name: K, value: string) => void;
};

/** A field in degrees. What is wrong with it says the notice; here it is marked. */
function Degrees<K extends string>(props: FieldProps<K>) {
  const m = useToolMessages();
  const { name, fault } = props;
  const wrong = fault?.field === name;
  const input = useRef<HTMLInputElement>(null);
  // Another fault, or the same one found again: what has to be mended is where one types.
  useEffect(() => {
    if (wrong && fault !== null) input.current?.focus();
  }, [wrong, fault]);
  return (
    <TextField
      fullWidth
      inputRef={input}
      label={props.label}
      placeholder={m.locate.example(props.example)}
      value={props.values[name]}
      error={wrong}
      onChange={(event) => props.onChange(name, event.target.value)}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        inputLabel: { shrink: true },
      }}
      {...(props.first ? { 'data-autofocus': true } : {})}
    />
  );
}

/** The fields of a form, its first fault, and that fault as a notice that stays at the bottom right. */
function useDegrees<F extends Record<string, string>>(
  empty: F,
  check: (fields: F) => Fault<Extract<keyof F, string>> | null,
) {
  const corner = useCorner();
  const [values, setValues] = useState(empty);
  const [fault, setFault] = useState<Fault<Extract<keyof F, string>> | null>(null);
  const { dismiss } = corner;
  useEffect(() => () => dismiss('locate'), [dismiss]);
  const change = (name: string, value: string) => {
    setValues((all) => ({ ...all, [name]: value }));
    setFault(null);
    corner.dismiss('locate');
  };
  const passes = () => {
    const found = check(values);
    setFault(found);
    if (found === null) corner.dismiss('locate');
    else corner.show(found.text, { severity: 'error', about: 'locate' });
    return found === null;
  };
  return { values, fault, change, passes };
}

function Hint() {
  const m = useToolMessages();
  return (
    <Typography variant="caption" color="textSecondary">
      {m.locate.degrees}
    </Typography>
  );
}

/** Brings a place into view. */
export function LocatePoint({ onGo }: { onGo: (position: Position) => void }) {
  const m = useToolMessages();
  const { passes, ...form } = useDegrees({ longitude: '', latitude: '' }, (fields) =>
    checkPoint(m, fields),
  );
  const field = { values: form.values, fault: form.fault, onChange: form.change };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (passes()) onGo(pointOf(form.values));
  };
  return (
    <Stack component="form" noValidate spacing={1.5} sx={{ pt: 0.5 }} onSubmit={submit}>
      <Degrees name="longitude" label={m.locate.longitude} example="116.3912" first {...field} />
      <Degrees name="latitude" label={m.locate.latitude} example="39.9073" {...field} />
      <Hint />
      <Button type="submit" variant="contained">
        {m.locate.go}
      </Button>
    </Stack>
  );
}

const NO_BOX: BoxFields = { left: '', top: '', right: '', bottom: '' };

type BoxProps = { busy: boolean; onGo: (box: Box) => void; onSearch: (wkt: string) => void };

/** Brings a box into view, or searches it. */
export function LocateBox({ busy, onGo, onSearch }: BoxProps) {
  const m = useToolMessages();
  const { passes, ...form } = useDegrees(NO_BOX, (fields) => checkBox(m, fields));
  const refocus = useFocusBack(busy);
  const field = { values: form.values, fault: form.fault, onChange: form.change };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (passes()) onGo(boxOf(form.values));
  };
  const search = () => {
    if (!passes()) return;
    onGo(boxOf(form.values));
    onSearch(boxWkt(boxOf(form.values)));
  };
  return (
    <Stack component="form" noValidate spacing={1.5} sx={{ pt: 0.5 }} onSubmit={submit}>
      <Stack direction="row" spacing={1}>
        <Degrees name="left" label={m.locate.left} example="115.4" first {...field} />
        <Degrees name="top" label={m.locate.top} example="41.1" {...field} />
      </Stack>
      <Stack direction="row" spacing={1}>
        <Degrees name="right" label={m.locate.right} example="117.5" {...field} />
        <Degrees name="bottom" label={m.locate.bottom} example="39.4" {...field} />
      </Stack>
      <Hint />
      <Stack direction="row" spacing={1}>
        <Button type="submit" variant="contained" sx={{ flex: 1 }}>
          {m.locate.go}
        </Button>
        <Button ref={refocus} variant="outlined" sx={{ flex: 1 }} loading={busy} onClick={search}>
          {m.locate.useBox}
        </Button>
      </Stack>
    </Stack>
  );
}
