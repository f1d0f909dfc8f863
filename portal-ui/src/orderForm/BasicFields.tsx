import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useMessages } from '@scenedock/ui-kit';
import { lazy, Suspense } from 'react';
import type { Application, FieldFaults, FieldName } from '../application/rules';
import { MethodField } from './MethodField';
import { UnitField } from './UnitField';
import { WordField } from './WordField';

const DayField = lazy(async () => ({
  default: (await import('@scenedock/ui-kit/DayField')).DayField,
}));

type Form = Application['form'];

type Props = {
  application: Application;
  faults: FieldFaults;
  bytes: number;
  unsized: number;
  onChange: (part: Partial<Form>) => void;
};

type TextProps = Props & {
  name: Exclude<FieldName, 'getMethod' | 'wantedEnd'>;
  required?: boolean;
  lines?: number;
};

/** One text field, bound to its name. */
function Text({ application, faults, onChange, name, required, lines }: TextProps) {
  const m = useMessages();
  return (
    <TextField
      fullWidth
      label={m.order[name]}
      required={required ?? false}
      value={application.form[name]}
      multiline={lines !== undefined}
      {...(lines === undefined ? {} : { minRows: lines })}
      error={faults[name] !== undefined}
      helperText={faults[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      sx={lines === undefined ? {} : { gridColumn: '1 / -1' }}
      slotProps={{ htmlInput: { inputMode: name === 'applyUserPhone' ? 'numeric' : undefined } }}
    />
  );
}

/** The day by which the applicant wants to have it. The calendar loads with the first order that asks for it. */
function WantedEnd({ application, faults, onChange }: Props) {
  const m = useMessages();
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={40} />}>
      <DayField
        fullWidth
        disablePast
        label={m.order.wantedEnd}
        value={application.form.wantedEnd ?? ''}
        problem={faults.wantedEnd}
        onChange={(day) => onChange({ wantedEnd: day || null })}
      />
    </Suspense>
  );
}

/** What only reprocessing orders have. */
function Reprocessing(props: Props) {
  return (
    <>
      <WordField {...props} name="assignment" list="levels" />
      <WantedEnd {...props} />
      <Text {...props} name="extractingElements" required lines={1} />
      <Text {...props} name="processDescribe" lines={2} />
    </>
  );
}

/** The basic information of an application. */
export function BasicFields(props: Props) {
  const { application, faults, bytes, unsized, onChange } = props;
  const { type, form } = application;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr' },
      }}
    >
      <Text {...props} name="applyuser" required />
      <Text {...props} name="applyUserPhone" required />
      <UnitField
        value={form.applyUserUnit}
        fault={faults.applyUserUnit}
        onChange={(applyUserUnit) => onChange({ applyUserUnit })}
      />
      <Text {...props} name="productName" required />
      <WordField {...props} name="applyUserUsed" list="usages" required />
      {type === 2 ? <Reprocessing {...props} /> : null}
      <MethodField
        type={type}
        value={form.getMethod}
        bytes={bytes}
        unsized={unsized}
        fault={faults.getMethod}
        onChange={(getMethod) => onChange({ getMethod })}
      />
      <Text {...props} name="description" lines={2} />
    </Box>
  );
}
