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

interface FiguresTabProps {
  period: Period;
  by: ProvidedBy;
  onChange: (by: ProvidedBy) => void;
}

/** How much was provided, by month, unit, usage, satellite or region; each figure leads to its entries. */
export function FiguresTab({ period, by, onChange }: FiguresTabProps) {
  const { registry: m } = useAdminMessages();
  const nameOf = useValueName(by);
  const query = useQuery({
    queryKey: ['registry', 'figures', by, period],
    queryFn: ({ signal }) => registry.figures({ ...period, by }, { signal }),
  });
  return (
    <Stack spacing={1.5}>
      <TextField
        select
        label={m.by}
        value={by}
        onChange={({ target }) => onChange(target.value as ProvidedBy)}
        sx={{ maxWidth: 240, '& .MuiInputBase-root': { bgcolor: 'background.paper' } }}
      >
        {PROVIDED_BY.map((one) => (
          <MenuItem key={one} value={one}>
            {m.bys[one]}
          </MenuItem>
        ))}
      </TextField>
      <Typography variant="body2" color="textSecondary">
        {m.figuresHint}
      </Typography>
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={m.empty} hint={m.emptyHint} />
          ) : (
            <ProvidedFigures items={items} by={by} period={period} nameOf={nameOf} />
          )
        }
      </QueryResult>
    </Stack>
  );
}

/** A chart or a map, and the table with all of them. */
function ProvidedFigures({ items, by, period, nameOf }: FiguresChartProps) {
  const { registry: m } = useAdminMessages();
  const table = (
    <FigureTable
      label={m.bys[by]}
      names={m.value[by]}
      columns={[m.entries, m.scenes, m.size]}
      links={m}
      rows={items.map(({ value, entries, scenes, bytes }) => ({
        key: value,
        name: nameOf(value) || m.none,
        figures: [whole(entries), whole(scenes), bytesFigure(bytes)],
        rows: rowsOf(by, value, period) ?? undefined,
      }))}
    />
  );
  if (by !== 'region') {
    return (
      <>
        <FiguresChart items={items} by={by} period={period} nameOf={nameOf} />
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
        rows: rowsOf(by, value, period) ?? undefined,
      }))}
    >
      {table}
    </RegionFigures>
  );
}

/** Bars that the chart shows; the table below it has all. */
const MOST_BARS = 12;

type ProvidedFigure = Awaited<ReturnType<typeof registry.figures>>['items'][number];

interface FiguresChartProps {
  items: readonly ProvidedFigure[];
  by: ProvidedBy;
  period: Period;
  nameOf: (value: string) => string;
}

/** The volume over time, or that of each value, the largest first; a press leads to the entries. */
function FiguresChart({ items, by, period, nameOf }: FiguresChartProps) {
  const { registry: m } = useAdminMessages();
  const title = `${m.bys[by]} · ${m.size}`;
  const rows = (value: string) => rowsOf(by, value, period) ?? undefined;
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
          bars={items.slice(0, MOST_BARS).map(({ value, bytes }) => ({
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
