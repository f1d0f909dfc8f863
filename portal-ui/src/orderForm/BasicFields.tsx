import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { api, USAGES, usageText, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Application, FieldFaults, FieldName } from '../application/rules';
import { MethodField } from './MethodField';
import { UnitField } from './UnitField';

const DayField = lazy(async () => ({
  default: (await import('@scenedock/ui-kit/DayField')).DayField,
}));

type Form = Application['form'];

type Props = {
  application: Application;
  faults: FieldFaults;
  bytes: number;
  onChange: (part: Partial<Form>) => void;
};

type TextProps = Props & {
  name: Exclude<FieldName, 'getMethod' | 'wantedEnd'>;
  required?: boolean;
  options?: readonly string[];
  /** How an option reads; as it is stored when absent. */
  optionText?: (option: string) => string;
  lines?: number;
};

/** One text field, bound to its name; with `options` a select that also shows a stored value it does not list. */
function Text({
  application,
  faults,
  onChange,
  name,
  required,
  options,
  lines,
  ...props
}: TextProps) {
  const m = useMessages();
  const text = props.optionText ?? ((option) => option);
  const value = application.form[name];
  const unlisted = options !== undefined && value !== '' && !options.includes(value);
  return (
    <TextField
      fullWidth
      select={options !== undefined}
      label={m.order[name]}
      required={required ?? false}
      value={value}
      multiline={lines !== undefined}
      {...(lines === undefined ? {} : { minRows: lines })}
      error={faults[name] !== undefined}
      helperText={faults[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      sx={lines === undefined ? {} : { gridColumn: '1 / -1' }}
      slotProps={{ htmlInput: { inputMode: name === 'applyUserPhone' ? 'numeric' : undefined } }}
    >
      {[...(options ?? []), ...(unlisted ? [value] : [])].map((option) => (
        <MenuItem key={option} value={option}>
          {text(option)}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The processing levels of the server's dictionary. */
function useProcessingLevels(): readonly string[] {
  const { data } = useQuery({
    queryKey: ['processes'],
    queryFn: ({ signal }) => api.system.processes({ signal }),
    staleTime: 300_000,
  });
  return data?.items.map((process) => process.name) ?? [];
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
  const levels = useProcessingLevels();
  return (
    <>
      <Text {...props} name="assignment" options={levels} />
      <WantedEnd {...props} />
      <Text {...props} name="extractingElements" required lines={1} />
      <Text {...props} name="processDescribe" lines={2} />
    </>
  );
}

/** The basic information of an application. */
export function BasicFields(props: Props) {
  const m = useMessages();
  const { application, faults, bytes, onChange } = props;
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
      <Text
        {...props}
        name="applyUserUsed"
        required
        options={USAGES}
        optionText={(usage) => usageText(usage, m)}
      />
      {type === 2 ? <Reprocessing {...props} /> : null}
      <MethodField
        type={type}
        value={form.getMethod}
        bytes={bytes}
        fault={faults.getMethod}
        onChange={(getMethod) => onChange({ getMethod })}
      />
      <Text {...props} name="description" lines={2} />
    </Box>
  );
}
