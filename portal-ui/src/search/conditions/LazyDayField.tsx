import TextField from '@mui/material/TextField';
import type { DayField as Whole } from '@scenedock/ui-kit/DayField';
import { type ComponentProps, lazy, Suspense } from 'react';

const DayField = lazy(() =>
  import('@scenedock/ui-kit/DayField').then((module) => ({ default: module.DayField })),
);

/** A day whose calendar, by far the heaviest field, comes after the page; until then the day alone is shown. */
export function LazyDayField(props: ComponentProps<typeof Whole>) {
  const waiting = (
    <TextField
      fullWidth
      label={props.label}
      value={props.value ?? ''}
      placeholder="YYYY-MM-DD"
      slotProps={{ input: { readOnly: true }, inputLabel: { shrink: true } }}
    />
  );
  return (
    <Suspense fallback={waiting}>
      <DayField {...props} />
    </Suspense>
  );
}
