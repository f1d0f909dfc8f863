import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { isPeriodReversed, type Period, periodShortcuts, useMessages } from '@scenedock/ui-kit';
import { OrderFilterFields } from '@scenedock/ui-kit/OrderFilterFields';
import { type FormEvent, useEffect, useState } from 'react';
import { type Filters, NO_FILTERS } from './listState';

type ShortcutProps = { value: Filters; onPick: (period: Period) => void };

/** Periods that are asked for most, taking effect at once. */
function PeriodShortcuts({ value, onPick }: ShortcutProps) {
  const m = useMessages();
  return periodShortcuts(value).map(({ days, period, on }) => (
    <Button
      key={days}
      aria-pressed={on}
      variant={on ? 'outlined' : 'text'}
      onClick={() => onPick(period)}
      sx={{ minWidth: 0 }}
    >
      {m.orders.last(days)}
    </Button>
  ));
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
      <PeriodShortcuts value={draft} onPick={(period) => onQuery({ ...draft, ...period })} />
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
  const reversed = isPeriodReversed(draft);
  const edit = (part: Partial<Filters>) => setDraft((old) => ({ ...old, ...part }));
  const query = (next: Filters) => {
    setTried(isPeriodReversed(next));
    // Also what was typed and not asked for: it may be what the address says already, and nothing would change it back.
    setDraft(next);
    if (!isPeriodReversed(next)) onQuery(next);
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
        <OrderFilterFields
          value={draft}
          withStatus={withStatus}
          problem={tried && reversed ? m.orders.timeOrder : undefined}
          onChange={edit}
        />
        <QueryBar draft={draft} free={withStatus ? 2 : 3} onQuery={query} />
      </Box>
    </Box>
  );
}
