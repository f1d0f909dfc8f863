import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import {
  formatBytes,
  GET_METHODS,
  type GetMethod,
  type OrderType,
  offlineForced,
  useConfig,
  useMessages,
} from '@scenedock/ui-kit';
import { volumeText } from '../parts/selectionText';

type Props = {
  type: OrderType;
  value: GetMethod | null;
  /** Sum of the ordered scenes whose size is known. */
  bytes: number;
  /** How many others there are. */
  unsized: number;
  fault: string | undefined;
  onChange: (method: GetMethod) => void;
};

/** Online or offline; why online is not open is said at once, though the server has the last word. */
export function MethodField({ type, value, bytes, unsized, fault, onChange }: Props) {
  const m = useMessages();
  const limit = useConfig().offlineAboveBytes;
  const forced = offlineForced(type, bytes, limit);
  // Scenes that are only in the catalogue have no size yet.
  const size = volumeText(bytes, unsized, m);
  const why = type === 2 ? m.form.forcedType : m.form.forcedSize(size, formatBytes(limit));
  const sum = bytes === 0 && unsized > 0 ? m.form.sizeUnknown : m.form.sizeSum(size);
  const rule = m.form.onlineRule(formatBytes(limit));
  return (
    <FormControl required error={fault !== undefined} sx={{ gridColumn: '1 / -1' }}>
      <FormLabel id="get-method">{m.order.getMethod}</FormLabel>
      <RadioGroup
        row
        aria-labelledby="get-method"
        aria-describedby="get-method-rule"
        value={value ?? ''}
        onChange={(event) => onChange(Number(event.target.value) as GetMethod)}
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
      {fault === undefined ? null : <FormHelperText sx={{ ml: 0 }}>{fault}</FormHelperText>}
      <FormHelperText
        id="get-method-rule"
        error={false}
        role="status"
        sx={{ ml: 0, color: forced ? 'warning.main' : 'text.secondary' }}
      >
        {forced ? why : `${sum}${rule}`}
      </FormHelperText>
    </FormControl>
  );
}
