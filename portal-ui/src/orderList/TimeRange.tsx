import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { daysBefore, useMessages } from '@scenedock/ui-kit';
import { DayField } from '@scenedock/ui-kit/DayField';
import type { Filters } from './listState';

type Range = Pick<Filters, 'from' | 'to'>;

const SHORTCUT_DAYS = [7, 30, 90] as const;

type Props = {
  value: Range;
  problem: string | undefined;
  onChange: (range: Partial<Range>) => void;
};

/** The order time, from one day to another, both included. */
export function TimeRange({ value, problem, onChange }: Props) {
  const m = useMessages();
  return (
    <Box
      role="group"
      aria-label={m.order.timeRange}
      sx={{
        display: 'grid',
        gap: 1.25,
        gridColumn: { sm: 'span 2' },
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
      }}
    >
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
  );
}

/** The range that ends today and began `days` ago. */
function lastDays(days: number, now: Date): Range {
  return { from: daysBefore(now, days), to: daysBefore(now, 0) };
}

/** Ranges that are asked for most, taking effect at once. */
export function TimeShortcuts({ value, onPick }: { value: Range; onPick: (range: Range) => void }) {
  const m = useMessages();
  const now = new Date();
  return SHORTCUT_DAYS.map((days) => {
    const range = lastDays(days, now);
    const on = range.from === value.from && range.to === value.to;
    return (
      <Button
        key={days}
        aria-pressed={on}
        variant={on ? 'outlined' : 'text'}
        onClick={() => onPick(range)}
        sx={{ minWidth: 0 }}
      >
        {m.orders.last(days)}
      </Button>
    );
  });
}
