import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { api, daysBefore, ORDER_STATUSES, useMessages } from '@scenedock/ui-kit';
import { DayField } from '@scenedock/ui-kit/DayField';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { type Filters, NO_FILTERS } from './listState';

const SHORTCUT_DAYS = [7, 30, 90] as const;

type FieldProps = { draft: Filters; onChange: (part: Partial<Filters>) => void };

function Suggested(props: {
  label: string;
  value: string;
  options: string[];
  onChange: (value: string) => void;
}) {
  return (
    <Autocomplete
      freeSolo
      options={props.options}
      filterOptions={(options, { inputValue }) =>
        options.filter((one) => one.includes(inputValue)).slice(0, 20)
      }
      inputValue={props.value}
      onInputChange={(_, value) => props.onChange(value)}
      renderInput={(field) => <TextField {...field} label={props.label} />}
    />
  );
}

function useSuggestions(ordername: string) {
  const orders = useQuery({
    queryKey: ['orderNames', ordername],
    queryFn: ({ signal }) =>
      api.orders.list({ ordername, pageSize: 20, sort: '-creattime' }, { signal }),
    staleTime: 60_000,
  });
  const units = useQuery({
    queryKey: ['units'],
    queryFn: ({ signal }) => api.system.units({ signal }),
    staleTime: 300_000,
  });
  return {
    names: [...new Set(orders.data?.items.map((order) => order.ordername))],
    units: [...new Set(units.data?.items.map((unit) => unit.name))],
  };
}

function TextFields({ draft, onChange }: FieldProps) {
  const m = useMessages();
  const { names, units } = useSuggestions(draft.ordername);
  return (
    <>
      <Suggested
        label={m.order.ordername}
        value={draft.ordername}
        options={names}
        onChange={(ordername) => onChange({ ordername })}
      />
      <Suggested
        label={m.order.applyUserUnit}
        value={draft.unit}
        options={units}
        onChange={(unit) => onChange({ unit })}
      />
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
    </TextField>
  );
}

function Day({ draft, onChange, name }: FieldProps & { name: 'from' | 'to' }) {
  const m = useMessages();
  return (
    <DayField
      fullWidth
      label={m.order[name]}
      value={draft[name]}
      onChange={(day) => onChange({ [name]: day })}
    />
  );
}

type Props = { filters: Filters; withStatus: boolean; onQuery: (filters: Filters) => void };

/** The query bar of an order list; shortcuts and reset take effect at once. */
export function ListFilters({ filters, withStatus, onQuery }: Props) {
  const m = useMessages();
  const [draft, setDraft] = useState(filters);
  const [open, setOpen] = useState(false);
  const key = JSON.stringify(filters);
  useEffect(() => setDraft(JSON.parse(key) as Filters), [key]);
  const edit = (part: Partial<Filters>) => setDraft((old) => ({ ...old, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onQuery(draft);
  };
  const shortcut = (days: number) => {
    const now = new Date();
    onQuery({ ...draft, from: daysBefore(now, days), to: daysBefore(now, 0) });
  };
  return (
    <Box component="form" role="search" onSubmit={submit}>
      <Button
        fullWidth
        aria-expanded={open}
        endIcon={open ? <ExpandLess /> : <ExpandMore />}
        onClick={() => setOpen(!open)}
        sx={{ display: { sm: 'none' }, mb: open ? 1.25 : 0 }}
      >
        {m.search.conditions}
      </Button>
      <Box
        sx={{
          // On a phone the conditions would push the orders out of sight.
          display: { xs: open ? 'grid' : 'none', sm: 'grid' },
          gap: 1.25,
          gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))',
        }}
      >
        <TextFields draft={draft} onChange={edit} />
        {withStatus ? <StatusField draft={draft} onChange={edit} /> : null}
        <Day draft={draft} onChange={edit} name="from" />
        <Day draft={draft} onChange={edit} name="to" />
        <Stack
          direction="row"
          sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', gridColumn: '1 / -1' }}
        >
          <Button type="submit" variant="contained">
            {m.common.query}
          </Button>
          <Button variant="outlined" onClick={() => onQuery(NO_FILTERS)}>
            {m.common.reset}
          </Button>
          {SHORTCUT_DAYS.map((days) => (
            <Button key={days} onClick={() => shortcut(days)}>
              {m.search.last(days)}
            </Button>
          ))}
        </Stack>
      </Box>
    </Box>
  );
}
