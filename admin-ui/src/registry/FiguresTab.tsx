import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  EmptyState,
  formatBytes,
  QueryResult,
  registry,
  useDictionary,
  useInstrumentNames,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureTable } from '../parts/figures/FigureTable';
import { LinesChart } from '../parts/figures/LinesChart';
import { whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { bytesFigure } from '../parts/figures/savedFigures';
import { SERIES } from '../parts/figures/series';
import { Panel } from '../parts/Panel';
import { RegionFigures } from '../statistics/RegionFigures';
import { ShareBars } from '../statistics/ShareBars';
import { useRegionName } from '../statistics/useProvinces';
import { PROVIDED_BY, type ProvidedBy, rowsOf } from './useRegistryAddress';

const WHITE = { '& .MuiInputBase-root': { bgcolor: 'background.paper' } } as const;

interface FiguresTabProps {
  period: Period;
  by: ProvidedBy;
  /** Whose; empty: everybody's. */
  unit: string;
  onChange: (by: ProvidedBy) => void;
  onNarrow: (unit: string) => void;
}

/** How much was provided, by month, unit, usage, satellite or region; each figure leads to its entries. */
export function FiguresTab({ period, by, unit, onChange, onNarrow }: FiguresTabProps) {
  const { registry: m } = useAdminMessages();
  const nameOf = useValueName(by);
  const query = useQuery({
    queryKey: ['registry', 'figures', by, unit, period],
    queryFn: ({ signal }) =>
      registry.figures({ ...period, by, ...(unit === '' ? {} : { unit }) }, { signal }),
  });
  return (
    <Stack spacing={1.5}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <TextField
          select
          label={m.by}
          value={by}
          onChange={({ target }) => onChange(target.value as ProvidedBy)}
          sx={{ width: { xs: 1, sm: 240 }, ...WHITE }}
        >
          {PROVIDED_BY.map((one) => (
            <MenuItem key={one} value={one}>
              {m.bys[one]}
            </MenuItem>
          ))}
        </TextField>
        <UnitField unit={unit} onChange={onNarrow} />
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {m.figuresHint}
      </Typography>
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={m.empty} hint={m.emptyHint} />
          ) : (
            <ProvidedFigures items={items} by={by} list={{ period, unit }} nameOf={nameOf} />
          )
        }
      </QueryResult>
    </Stack>
  );
}

interface UnitFieldProps {
  unit: string;
  onChange: (unit: string) => void;
}

/** Whose figures: everybody's, or those of a unit that was ever given something. */
function UnitField({ unit, onChange }: UnitFieldProps) {
  const { registry: m } = useAdminMessages();
  const { data } = useQuery({
    queryKey: ['registry', 'choices'],
    queryFn: ({ signal }) => registry.choices({ signal }),
  });
  const units = data?.units ?? [];
  const offered = unit === '' || units.includes(unit) ? units : [unit, ...units];
  return (
    <TextField
      select
      label={m.unit}
      value={unit}
      onChange={({ target }) => onChange(target.value)}
      sx={{ width: { xs: 1, sm: 240 }, ...WHITE }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{m.any}</MenuItem>
      {offered.map((one) => (
        <MenuItem key={one} value={one}>
          {one}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** A chart or a map, and the table with all of them. */
function ProvidedFigures({ items, by, list, nameOf }: FiguresChartProps) {
  const { registry: m } = useAdminMessages();
  const table = (
    <FigureTable
      label={m.bys[by]}
      names={m.value[by]}
      columns={[m.entries, m.scenes, m.size]}
      links={m}
      rows={items.map(({ value, entries, scenes, bytes }) => {
        const rows = rowsOf(by, value, list);
        return {
          key: value,
          name: nameOf(value) || m.none,
          figures: [
            { text: whole(entries), to: rows },
            { text: whole(scenes), to: rows },
            { ...bytesFigure(bytes), to: rows },
          ],
          rows,
        };
      })}
    />
  );
  if (by !== 'region') {
    return (
      <>
        <FiguresChart items={items} by={by} list={list} nameOf={nameOf} />
        {table}
      </>
    );
  }
  return (
    <RegionFigures
      title={m.entries}
      legend={m.entries}
      figures={items.map(({ value, entries }) => ({
        code: value,
        count: entries,
        words: m.entriesCounted(whole(entries)),
        rows: rowsOf(by, value, list),
      }))}
    >
      {table}
    </RegionFigures>
  );
}

/** Bars that the chart shows; the table below it has all. */
const MAX_BARS = 12;

type ProvidedFigure = Awaited<ReturnType<typeof registry.figures>>['items'][number];

interface FiguresChartProps {
  items: readonly ProvidedFigure[];
  by: ProvidedBy;
  /** What the figures are of, as the list of entries knows it. */
  list: { period: Period; unit: string };
  nameOf: (value: string) => string;
}

/** The volume over time, or that of each value, the largest first; a press leads to the entries. */
function FiguresChart({ items, by, list, nameOf }: FiguresChartProps) {
  const { registry: m } = useAdminMessages();
  const title = `${m.bys[by]} · ${m.size}`;
  const rows = (value: string) => rowsOf(by, value, list);
  return (
    <Panel title={title}>
      {by === 'month' ? (
        <LinesChart
          name={title}
          points={items.map(({ value, bytes }) => ({ at: value, bytes, to: rows(value) }))}
          write={formatBytes}
          bytes
          lines={[{ key: 'bytes', name: m.size, look: SERIES.online }]}
          height={220}
        />
      ) : (
        <ShareBars
          name={title}
          bars={items.slice(0, MAX_BARS).map(({ value, bytes }) => ({
            name: nameOf(value) || m.none,
            value: bytes,
            to: rows(value),
          }))}
          write={formatBytes}
        />
      )}
    </Panel>
  );
}

function useValueName(by: ProvidedBy): (value: string) => string {
  const { usages } = useDictionary();
  const names = useInstrumentNames();
  const regionName = useRegionName(by === 'region');
  if (by === 'region') return regionName;
  if (by === 'usage') return usages.text;
  return by === 'satellite' ? names.satellite : (value) => value;
}
