import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { daysBefore, formatDate, textSize, useMessages } from '@scenedock/ui-kit';
import type { Criteria } from '../searchState';
import { LazyDayField } from './LazyDayField';

const SHORTCUT_DAYS = [7, 30, 90] as const;

/** The first year that the list of years offers: Landsat 1. */
const FIRST_YEAR = 1972;

type Range = Pick<Criteria, 'from' | 'to'>;

/** The year that a range is, no more and no less. */
export function yearOf({ from, to }: Range): string | null {
  const year = from?.slice(0, 4) ?? '';
  return from === `${year}-01-01` && to === `${year}-12-31` ? year : null;
}

export const wrongOrder = ({ from, to }: Range) => from !== null && to !== null && from > to;

type Props = { draft: Range; onChange: (range: Partial<Range>) => void };

function Shortcuts({ draft, onChange }: Props) {
  const m = useMessages();
  const now = new Date();
  return SHORTCUT_DAYS.map((days) => {
    const range = { from: daysBefore(now, days), to: daysBefore(now, 0) };
    const on = range.from === draft.from && range.to === draft.to;
    return (
      <Button
        key={days}
        aria-pressed={on}
        variant={on ? 'outlined' : 'text'}
        onClick={() => onChange(range)}
        sx={{ minWidth: 0, px: 0.75, whiteSpace: 'nowrap' }}
      >
        {m.search.last(days)}
      </Button>
    );
  });
}

function Years({ draft, onChange }: Props) {
  const m = useMessages();
  const last = Number(formatDate(new Date().toISOString()).slice(0, 4));
  const years = Array.from({ length: last - FIRST_YEAR + 1 }, (_, at) => String(last - at));
  return (
    <TextField
      select
      variant="standard"
      value={yearOf(draft) ?? ''}
      onChange={({ target: { value } }) =>
        onChange(
          value === ''
            ? { from: null, to: null }
            : { from: `${value}-01-01`, to: `${value}-12-31` },
        )
      }
      slotProps={{
        select: {
          displayEmpty: true,
          disableUnderline: true,
          SelectDisplayProps: { 'aria-label': m.find.years },
          MenuProps: { slotProps: { paper: { sx: { maxHeight: 320 } } } },
        },
      }}
      sx={{ '& .MuiSelect-select': { fontSize: textSize.body } }}
    >
      <MenuItem value="">{m.find.anyYear}</MenuItem>
      {years.map((year) => (
        <MenuItem key={year} value={year}>
          {m.find.year(year)}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** When the scenes were taken: from one day to another, both included. */
export function TimeFields({ draft, onChange }: Props) {
  const m = useMessages();
  const field = (key: 'from' | 'to') => (
    <LazyDayField
      fullWidth
      label={m.search[key]}
      value={draft[key] ?? ''}
      problem={key === 'to' && wrongOrder(draft) ? m.search.timeOrder : undefined}
      onChange={(day) => onChange({ [key]: day || null })}
    />
  );
  return (
    <>
      <Box sx={{ display: 'grid', gap: 1.25 }}>
        {field('from')}
        {field('to')}
      </Box>
      <Stack
        direction="row"
        sx={{ mt: 0.5, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}
      >
        <Shortcuts draft={draft} onChange={onChange} />
        <Years draft={draft} onChange={onChange} />
      </Stack>
    </>
  );
}
