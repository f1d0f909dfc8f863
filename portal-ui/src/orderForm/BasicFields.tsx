import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import {
  api,
  formatBytes,
  GET_METHODS,
  type GetMethod,
  offlineForced,
  PROCESSING_LEVELS,
  USAGES,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { Application, FieldFaults, FieldName } from '../application/rules';
import { useConfig } from '../parts/useConfig';

type Form = Application['form'];

type Props = {
  application: Application;
  faults: FieldFaults;
  bytes: number;
  onChange: (part: Partial<Form>) => void;
};

const WHOLE_ROW = { gridColumn: '1 / -1' };

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
      sx={lines === undefined ? {} : WHOLE_ROW}
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

function Unit({ application, faults, onChange }: Props) {
  const m = useMessages();
  const { data } = useQuery({
    queryKey: ['units'],
    queryFn: ({ signal }) => api.system.units({ signal }),
    staleTime: 300_000,
  });
  const names = [...new Set(data?.items.map((unit) => unit.name))];
  return (
    <Autocomplete
      freeSolo
      fullWidth
      options={names}
      inputValue={application.form.applyUserUnit}
      onInputChange={(_, applyUserUnit) => onChange({ applyUserUnit })}
      renderInput={(props) => (
        <TextField
          {...props}
          required
          label={m.order.applyUserUnit}
          error={faults.applyUserUnit !== undefined}
          helperText={faults.applyUserUnit}
        />
      )}
    />
  );
}

/** Online or offline; why online is not open is said at once, though the server has the last word. */
function Method({ application, faults, bytes, onChange }: Props) {
  const m = useMessages();
  const limit = useConfig().offlineAboveBytes;
  const { type, form } = application;
  const forced = offlineForced(type, bytes, limit);
  const why =
    type === 2 ? m.form.forcedType : m.form.forcedSize(formatBytes(bytes), formatBytes(limit));
  const note = forced ? why : m.form.onlineRule(formatBytes(limit));
  return (
    <FormControl required error={faults.getMethod !== undefined} sx={WHOLE_ROW}>
      <FormLabel id="get-method">{m.order.getMethod}</FormLabel>
      <RadioGroup
        row
        aria-labelledby="get-method"
        value={form.getMethod ?? ''}
        onChange={(event) => onChange({ getMethod: Number(event.target.value) as GetMethod })}
      >
        {GET_METHODS.map((method) => (
          <FormControlLabel
            key={method}
            value={method}
            control={<Radio />}
            label={m.getMethod[method]}
            disabled={forced && method === 0}
          />
        ))}
      </RadioGroup>
      <FormHelperText sx={{ ml: 0 }}>{faults.getMethod ?? note}</FormHelperText>
    </FormControl>
  );
}

/** The basic information of an application. */
export function BasicFields(props: Props) {
  const reprocessing = props.application.type === 2;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr' },
      }}
    >
      <Text {...props} name="applyuser" required />
      <Text {...props} name="applyUserPhone" required />
      <Unit {...props} />
      <Text {...props} name="productName" required />
      <Text {...props} name="applyUserUsed" required options={USAGES} />
      {reprocessing ? <Text {...props} name="assignment" options={PROCESSING_LEVELS} /> : null}
      {reprocessing ? <Text {...props} name="extractingElements" required /> : null}
      {reprocessing ? <Text {...props} name="processDescribe" lines={2} /> : null}
      <Method {...props} />
      <Text {...props} name="description" lines={2} />
    </Box>
  );
}
