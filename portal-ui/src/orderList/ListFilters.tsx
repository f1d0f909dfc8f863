import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  CANCELLED,
  ORDER_STATUSES,
  ORDER_TYPES,
  OrderNameField,
  OrderUnitField,
  useMessages,
} from '@scenedock/ui-kit';
import { type FormEvent, useEffect, useState } from 'react';
import { type Filters, NO_FILTERS, rangeReversed } from './listState';
import { TimeRange, TimeShortcuts } from './TimeRange';

type FieldProps = { draft: Filters; onChange: (part: Partial<Filters>) => void };

function TextFields({ draft, onChange }: FieldProps) {
  const m = useMessages();
  return (
    <>
      <OrderNameField value={draft.ordername} onChange={(ordername) => onChange({ ordername })} />
      <OrderUnitField value={draft.unit} onChange={(unit) => onChange({ unit })} />
      <TextField
        label={m.order.applyuser}
        value={draft.applicant}
        onChange={(event) => onChange({ applicant: event.target.value })}
      />
      <TextField
        label={m.order.loginUser}
        value={draft.loginName}
        onChange={(event) => onChange({ loginName: event.target.value })}
      />
    </>
  );
}

function StatusField({ draft, onChange }: FieldProps) {
  const m = useMessages();
  return (
    <TextField
      select
      label={m.order.sstatus}
      value={draft.status}
      onChange={(event) => onChange({ status: event.target.value })}
    >
      <MenuItem value="">{m.common.all}</MenuItem>
      {ORDER_STATUSES.map(({ code }) => (
        <MenuItem key={code} value={String(code)}>
          {m.orderStatus[code]}
        </MenuItem>
      ))}
      <MenuItem value={CANCELLED}>{m.cancelled.status}</MenuItem>
    </TextField>
  );
}

function TypeField({ draft, onChange }: FieldProps) {
  const m = useMessages();
  return (
    <TextField
      select
      label={m.order.type}
      value={draft.type}
      onChange={(event) => onChange({ type: event.target.value })}
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

type BarProps = {
  draft: Filters;
  /** Columns that the fields leave in their last row. */
  free: number;
  onQuery: (filters: Filters) => void;
};

function QueryBar({ draft, free, onQuery }: BarProps) {
  const m = useMessages();
  return (
    <Stack
      direction="row"
      sx={{
        gap: 1,
        alignItems: 'center',
        flexWrap: 'wrap',
        gridColumn: { xs: '1 / -1', md: `span ${free}` },
      }}
    >
      <Button type="submit" variant="contained">
        {m.common.query}
      </Button>
      <Button variant="outlined" onClick={() => onQuery(NO_FILTERS)}>
        {m.common.reset}
      </Button>
      <TimeShortcuts value={draft} onPick={(range) => onQuery({ ...draft, ...range })} />
    </Stack>
  );
}

function FoldButton({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  const m = useMessages();
  return (
    <Button
      fullWidth
      aria-expanded={open}
      endIcon={open ? <ExpandLess /> : <ExpandMore />}
      onClick={onToggle}
      sx={{ display: { sm: 'none' }, mb: open ? 1.25 : 0 }}
    >
      {m.search.conditions}
    </Button>
  );
}

type Props = { filters: Filters; withStatus: boolean; onQuery: (filters: Filters) => void };

/** The query bar of an order list; shortcuts and reset take effect at once. */
export function ListFilters({ filters, withStatus, onQuery }: Props) {
  const m = useMessages();
  const [draft, setDraft] = useState(filters);
  const [open, setOpen] = useState(false);
  const [tried, setTried] = useState(false);
  const key = JSON.stringify(filters);
  useEffect(() => setDraft(JSON.parse(key) as Filters), [key]);
  const reversed = rangeReversed(draft);
  const edit = (part: Partial<Filters>) => setDraft((old) => ({ ...old, ...part }));
  const query = (wanted: Filters) => {
    setTried(rangeReversed(wanted));
    // Also what was typed and not asked for: it may be what the address says already, and nothing would change it back.
    setDraft(wanted);
    if (!rangeReversed(wanted)) onQuery(wanted);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    query(draft);
  };
  return (
    <Box component="form" role="search" aria-label={m.orders.filters} onSubmit={submit}>
      <FoldButton open={open} onToggle={() => setOpen(!open)} />
      <Box
        sx={{
          // On a phone the conditions would push the orders out of sight.
          display: { xs: open ? 'grid' : 'none', sm: 'grid' },
          gap: 1.25,
          gridTemplateColumns: { sm: '1fr 1fr', md: 'repeat(5, minmax(0, 1fr))' },
        }}
      >
        <TextFields draft={draft} onChange={edit} />
        {withStatus ? <StatusField draft={draft} onChange={edit} /> : null}
        <TypeField draft={draft} onChange={edit} />
        <TimeRange
          value={draft}
          problem={tried && reversed ? m.orders.timeOrder : undefined}
          onChange={edit}
        />
        <QueryBar draft={draft} free={withStatus ? 2 : 3} onQuery={query} />
      </Box>
    </Box>
  );
}
