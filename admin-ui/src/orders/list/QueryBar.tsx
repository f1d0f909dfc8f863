import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { daysBefore, ORDER_STATUSES, useMessages } from '@scenedock/ui-kit';
import { DayField } from '@scenedock/ui-kit/DayField';
import { type FormEvent, useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import type { OrderFilter } from '../../providers/dataProvider';
import { OrderNameField } from './OrderNameField';
import { UnitField } from './UnitField';

/** Shortcuts of the time range, in days. */
const SHORTCUTS = [7, 30, 90];

const KEYS = ['ordername', 'unit', 'applicant', 'loginName', 'status', 'from', 'to'] as const;

/** Drops what is empty, so that the address bar holds only real conditions. */
export function tidy(values: OrderFilter): OrderFilter {
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const text = values[key]?.trim();
      return text ? [[key, text]] : [];
    }),
  );
}

interface QueryBarProps {
  values: OrderFilter;
  /** Only the list of all orders asks for the state. */
  withStatus: boolean;
  onQuery: (values: OrderFilter) => void;
}

/** The conditions of a list with 查询 and 重置. */
export function QueryBar({ values, withStatus, onQuery }: QueryBarProps) {
  const m = useMessages();
  const { list } = useAdminMessages();
  const [draft, setDraft] = useState<OrderFilter>(values);
  const badRange = Boolean(draft.from && draft.to && draft.to < draft.from);
  const set = (key: keyof OrderFilter) => (value: string) =>
    setDraft((now) => ({ ...now, [key]: value }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!badRange) {
      onQuery(tidy(draft));
    }
  };
  return (
    <Paper
      component="form"
      variant="outlined"
      role="search"
      aria-label={list.conditions}
      onSubmit={onSubmit}
      noValidate
      sx={{ p: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1.25, alignItems: 'flex-start' }}
    >
      <OrderNameField value={draft.ordername ?? ''} onChange={set('ordername')} />
      <UnitField value={draft.unit ?? ''} onChange={set('unit')} />
      {withStatus && <StatusField value={draft.status ?? ''} onChange={set('status')} />}
      <Plain label={m.order.applyuser} value={draft.applicant} onChange={set('applicant')} />
      <Plain label={m.order.loginUser} value={draft.loginName} onChange={set('loginName')} />
      <Stack direction="row" sx={{ gap: 1.25, flexWrap: 'wrap' }}>
        <DayField label={m.order.from} value={draft.from} onChange={set('from')} />
        <DayField
          label={m.order.to}
          value={draft.to}
          onChange={set('to')}
          problem={badRange ? list.badRange : undefined}
        />
        <Shortcuts
          onPick={(days) =>
            onQuery(
              tidy({ ...draft, from: daysBefore(new Date(), days), to: daysBefore(new Date(), 0) }),
            )
          }
        />
      </Stack>
      <Stack direction="row" spacing={1} sx={{ ml: 'auto' }}>
        <Button type="submit" variant="contained" size="medium">
          {m.common.query}
        </Button>
        <Button
          variant="outlined"
          size="medium"
          onClick={() => {
            setDraft({});
            onQuery({});
          }}
        >
          {m.common.reset}
        </Button>
      </Stack>
    </Paper>
  );
}

interface FieldProps {
  label: string;
  value?: string;
  onChange: (value: string) => void;
}

function Plain({ label, value = '', onChange }: FieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      sx={{ width: 140 }}
    />
  );
}

function StatusField({ value, onChange }: Omit<FieldProps, 'label'>) {
  const m = useMessages();
  const { list } = useAdminMessages();
  return (
    <TextField
      select
      label={m.order.sstatus}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      sx={{ width: 150 }}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">{list.anyStatus}</MenuItem>
      {ORDER_STATUSES.map(({ code }) => (
        <MenuItem key={code} value={String(code)}>
          {m.orderStatus[code]}
        </MenuItem>
      ))}
    </TextField>
  );
}

function Shortcuts({ onPick }: { onPick: (days: number) => void }) {
  const { list } = useAdminMessages();
  return (
    <ButtonGroup size="medium" aria-label={list.shortcuts}>
      {SHORTCUTS.map((days) => (
        <Button key={days} onClick={() => onPick(days)}>
          {list.last(days)}
        </Button>
      ))}
    </ButtonGroup>
  );
}
