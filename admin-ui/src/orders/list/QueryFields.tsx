import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import {
  CANCELLED,
  daysBefore,
  ORDER_STATUSES,
  ORDER_TYPES,
  OrderNameField,
  OrderUnitField,
  useMessages,
} from '@scenedock/ui-kit';
import { DayField } from '@scenedock/ui-kit/DayField';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import type { OrderFilter } from '../../providers/dataProvider';

/** Shortcuts of the time range, in days. */
const SHORTCUTS = [7, 30, 90];

/** The period that ends today and began so many days ago. */
function lastDays(days: number, now: Date): Required<Pick<OrderFilter, 'from' | 'to'>> {
  return { from: daysBefore(now, days), to: daysBefore(now, 0) };
}

interface QueryFieldsProps {
  draft: OrderFilter;
  withStatus: boolean;
  /** What is wrong with the period. */
  problem: string | undefined;
  onChange: (changes: OrderFilter) => void;
}

/** The fields of the query. */
export function QueryFields({ draft, withStatus, problem, onChange }: QueryFieldsProps) {
  const m = useMessages();
  return (
    <Box sx={GRID}>
      <OrderNameField
        value={draft.ordername ?? ''}
        onChange={(ordername) => onChange({ ordername })}
      />

      <OrderUnitField value={draft.unit ?? ''} onChange={(unit) => onChange({ unit })} />

      {withStatus && (
        <StatusField value={draft.status ?? ''} onChange={(status) => onChange({ status })} />
      )}

      <TypeField value={draft.type ?? ''} onChange={(type) => onChange({ type })} />

      <TextField
        fullWidth
        label={m.order.applyuser}
        value={draft.applicant ?? ''}
        onChange={(event) => onChange({ applicant: event.target.value })}
      />

      <TextField
        fullWidth
        label={m.order.loginUser}
        value={draft.loginName ?? ''}
        onChange={(event) => onChange({ loginName: event.target.value })}
      />

      <DayField
        fullWidth
        label={m.order.from}
        value={draft.from}
        onChange={(from) => onChange({ from })}
      />

      <DayField
        fullWidth
        label={m.order.to}
        value={draft.to}
        onChange={(to) => onChange({ to })}
        problem={problem}
      />
    </Box>
  );
}

/** All eight fill two rows of a wide screen. */
const GRID = {
  display: 'grid',
  gap: 1.25,
  width: '100%',
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' },
  alignItems: 'start',
} as const;

interface StatusFieldProps {
  value: string;
  onChange: (value: string) => void;
}

function StatusField({ value, onChange }: StatusFieldProps) {
  const m = useMessages();
  const { list } = useAdminMessages();
  return (
    <TextField
      select
      fullWidth
      label={m.order.sstatus}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">{list.anyStatus}</MenuItem>
      {ORDER_STATUSES.map(({ code }) => (
        <MenuItem key={code} value={String(code)}>
          {m.orderStatus[code]}
        </MenuItem>
      ))}
      <MenuItem value={CANCELLED}>{m.cancelled.status}</MenuItem>
    </TextField>
  );
}

function TypeField({ value, onChange }: StatusFieldProps) {
  const m = useMessages();
  return (
    <TextField
      select
      fullWidth
      label={m.order.type}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">{m.common.all}</MenuItem>
      {ORDER_TYPES.map((type) => (
        <MenuItem key={type} value={String(type)}>
          {m.orderType[type]}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface PeriodShortcutsProps {
  draft: OrderFilter;
  /** A shortcut asks at once. */
  onPick: (range: OrderFilter) => void;
}

/** The periods that are asked for most. */
export function PeriodShortcuts({ draft, onPick }: PeriodShortcutsProps) {
  const { list } = useAdminMessages();
  const { orders } = useMessages();
  const now = new Date();
  return (
    <ButtonGroup size="medium" aria-label={list.shortcuts}>
      {SHORTCUTS.map((days) => {
        const range = lastDays(days, now);
        const on = draft.from === range.from && draft.to === range.to;
        return (
          <Button
            key={days}
            aria-pressed={on}
            variant={on ? 'contained' : 'outlined'}
            onClick={() => onPick(range)}
            sx={{ whiteSpace: 'nowrap' }}
          >
            {orders.last(days)}
          </Button>
        );
      })}
    </ButtonGroup>
  );
}
