import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { api, PROCESSING_LEVELS, USAGES, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { Application, FieldFaults, FieldName } from '../application/rules';
import { MethodField } from './MethodField';
import { UnitField } from './UnitField';

type Form = Application['form'];

type Props = {
  application: Application;
  faults: FieldFaults;
  bytes: number;
  onChange: (part: Partial<Form>) => void;
};

type TextProps = Props & {
  name: Exclude<FieldName, 'getMethod'>;
  required?: boolean;
  options?: readonly string[];
  lines?: number;
};

/** One text field, bound to its name; with `options` a select that also shows a stored value it does not list. */
function Text({ application, faults, onChange, name, required, options, lines }: TextProps) {
  const m = useMessages();
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
          {option}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The processing levels of the server; the well-known ones until it has answered. */
function useProcessingLevels(): readonly string[] {
  const { data } = useQuery({
    queryKey: ['processes'],
    queryFn: ({ signal }) => api.system.processes({ signal }),
    staleTime: 300_000,
  });
  return data?.items.map((process) => process.name) ?? PROCESSING_LEVELS;
}

/** What only reprocessing orders have. */
function Reprocessing(props: Props) {
  const levels = useProcessingLevels();
  return (
    <>
      <Text {...props} name="assignment" options={levels} />
      <Text {...props} name="extractingElements" required lines={1} />
      <Text {...props} name="processDescribe" lines={2} />
    </>
  );
}

/** The basic information of an application. */
export function BasicFields(props: Props) {
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
      <Text {...props} name="applyUserUsed" required options={USAGES} />
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
