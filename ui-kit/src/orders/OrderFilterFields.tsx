import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMessages } from '../messages/LocaleProvider';
import { DayField } from '../parts/DayField';
import { OrderNameField, OrderUnitField } from '../parts/Suggested';
import type { OrderFilter } from './orderFilter';
import { CANCELLED, ORDER_STATUSES, ORDER_TYPES } from './tables';

type FieldsProps = { value: OrderFilter; onChange: (changes: OrderFilter) => void };

type ChoiceProps = {
  label: string;
  value: string;
  /** Named at the choice of all; where none is, the label stands there. */
  all?: string | undefined;
  choices: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
};

function ChoiceField({ label, value, all, choices, onChange }: ChoiceProps) {
  const m = useMessages();
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={
        all === undefined ? {} : { inputLabel: { shrink: true }, select: { displayEmpty: true } }
      }
    >
      <MenuItem value="">{all ?? m.common.all}</MenuItem>
      {choices.map(([code, name]) => (
        <MenuItem key={code} value={code}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Order number, unit, applicant and account. */
function TextFields({ value, onChange }: FieldsProps) {
  const m = useMessages();
  return (
    <>
      <OrderNameField
        value={value.ordername ?? ''}
        onChange={(ordername) => onChange({ ordername })}
      />
      <OrderUnitField value={value.unit ?? ''} onChange={(unit) => onChange({ unit })} />
      <TextField
        label={m.order.applyuser}
        value={value.applicant ?? ''}
        onChange={(event) => onChange({ applicant: event.target.value })}
      />
      <TextField
        label={m.order.loginUser}
        value={value.loginName ?? ''}
        onChange={(event) => onChange({ loginName: event.target.value })}
      />
    </>
  );
}

type Props = FieldsProps & {
  /** Only lists of all orders ask for the state. */
  withStatus: boolean;
  /** The name of all states, and of all types; without one the field's label says enough. */
  all?: { status: string; type: string };
  /** What is wrong with the period. */
  problem: string | undefined;
};

/** The two days of the period stay side by side. */
const PERIOD = {
  display: 'grid',
  gap: 1.25,
  gridColumn: { sm: 'span 2' },
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
} as const;

/** The fields of an order list's conditions, to be laid out in a grid. */
export function OrderFilterFields(props: Props) {
  const { value, withStatus, all, problem, onChange } = props;
  const m = useMessages();
  const states = ORDER_STATUSES.map(({ code }) => [String(code), m.orderStatus[code]] as const);
  return (
    <>
      <TextFields value={value} onChange={onChange} />
      {withStatus ? (
        <ChoiceField
          label={m.order.sstatus}
          value={value.status ?? ''}
          all={all?.status}
          choices={[...states, [CANCELLED, m.cancelled.status]]}
          onChange={(status) => onChange({ status })}
        />
      ) : null}
      <ChoiceField
        label={m.order.type}
        value={value.type ?? ''}
        all={all?.type}
        choices={ORDER_TYPES.map((type) => [String(type), m.orderType[type]])}
        onChange={(type) => onChange({ type })}
      />
      <Box role="group" aria-label={m.order.timeRange} sx={PERIOD}>
        <DayField
          fullWidth
          label={m.order.from}
          value={value.from}
          onChange={(from) => onChange({ from })}
        />
        <DayField
          fullWidth
          label={m.order.to}
          value={value.to}
          problem={problem}
          onChange={(to) => onChange({ to })}
        />
      </Box>
    </>
  );
}
