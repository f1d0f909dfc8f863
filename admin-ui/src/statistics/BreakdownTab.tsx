import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  EmptyState,
  type FigureRow,
  formatBytes,
  ORDER_TYPES,
  QueryResult,
  useDictionary,
  useInstrumentNames,
  useMessages,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureTable } from '../parts/figures/FigureTable';
import { bytesOf, whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { bytesFigure } from '../parts/figures/savedFigures';
import { Panel } from '../parts/Panel';
import { MethodBars } from './MethodBars';
import { type Figure, METHODS, useOrderRows } from './orderRows';
import { RegionFigures } from './RegionFigures';
import { StillCounting } from './StillCounting';
import { useBreakdown } from './useFigures';
import { useRegionName } from './useProvinces';
import { DIMENSIONS, type Dimension } from './useStatisticsState';

interface BreakdownTabProps {
  period: Period;
  by: Dimension;
  onChange: (by: Dimension) => void;
}

/** Orders by day, method, type, usage, satellite, node or region. */
export function BreakdownTab({ period, by, onChange }: BreakdownTabProps) {
  const { statistics: m } = useAdminMessages();
  const query = useBreakdown(by, period);
  return (
    <Stack spacing={2}>
      <TextField
        select
        label={m.by}
        value={by}
        onChange={(event) => onChange(event.target.value as Dimension)}
        sx={{ maxWidth: 240, '& .MuiInputBase-root': { bgcolor: 'background.paper' } }}
      >
        {DIMENSIONS.map((dimension) => (
          <MenuItem key={dimension} value={dimension}>
            {m.dimensions[dimension]}
          </MenuItem>
        ))}
      </TextField>
      {(by === 'satellite' || by === 'node' || by === 'region') && (
        <Typography variant="body2" color="text.secondary">
          {m.twice}
        </Typography>
      )}
      <QueryResult query={query}>
        {({ items, current }) => (
          <>
            <StillCounting current={current} />
            {items.length === 0 ? (
              <EmptyState title={m.noData} hint={m.noDataHint} />
            ) : (
              <BreakdownFigures rows={items} by={by} period={period} />
            )}
          </>
        )}
      </QueryResult>
    </Stack>
  );
}

interface BreakdownTableProps {
  rows: FigureRow[];
  by: Dimension;
  period: Period;
}

/** Columns of a chart; the table below holds all. */
const MAX_BARS = 12;

function BreakdownFigures({ rows, by, period }: BreakdownTableProps) {
  const { statistics: m } = useAdminMessages();
  const { rowsOf, methodRows } = useOrderRows();
  const nameOf = useValueNames(by);
  const table = <BreakdownTable rows={rows} by={by} period={period} />;
  if (by === 'region') {
    return (
      <RegionFigures
        title={m.unitOf(m.orders, m.perOrders)}
        legend={m.orders}
        figures={rows.map(({ value, OrderNum }) => ({
          code: value,
          count: OrderNum,
          words: m.ordersCounted(whole(OrderNum)),
          rows: rowsOf(...figureOf(by, value, period)),
        }))}
      >
        {table}
      </RegionFigures>
    );
  }
  return (
    <Stack spacing={2}>
      {by !== 'day' && (
        <Panel title={m.unitOf(m.orders, m.perOrders)}>
          <MethodBars
            label={m.dimensions[by]}
            bars={rows.slice(0, MAX_BARS).map((row) => ({
              name: nameOf(row) || m.unnamed,
              online: row.onlineOrderNum,
              offline: row.offlineOrderNum,
              note: formatBytes(bytesOf(row.OrderSize)),
              rows: methodRows(...figureOf(by, row.value, period)),
            }))}
          />
        </Panel>
      )}
      {table}
    </Stack>
  );
}

function BreakdownTable({ rows, by, period }: BreakdownTableProps) {
  const { statistics: m } = useAdminMessages();
  const { rowsOf, linkedCount, linkedVolume, linkedMethods } = useOrderRows();
  const nameOf = useValueNames(by);
  return (
    <FigureTable
      label={m.dimensions[by]}
      names={by === 'day' ? m.day : m.dimensions[by]}
      columns={[
        m.unitOf(m.ordersOf(m.online), m.perOrders),
        m.unitOf(m.ordersOf(m.offline), m.perOrders),
        m.unitOf(m.ordersOf(m.total), m.perOrders),
        m.unitOf(m.scenes, m.perScenes),
        m.volume,
      ]}
      rows={rows.map((row) => {
        const [days, figure] = figureOf(by, row.value, period);
        return {
          key: row.value,
          name: nameOf(row) || m.unnamed,
          figures: [
            ...linkedMethods(row, days, figure),
            linkedCount(whole(row.OrderNum), row.OrderNum, days, figure),
            linkedCount(whole(row.OrderSceneNum), row.OrderNum, days, figure),
            linkedVolume(bytesFigure(bytesOf(row.OrderSize)), row.OrderNum, days, figure),
          ],
          rows: rowsOf(days, figure),
        };
      })}
    />
  );
}

/** Which orders a value counts, and of which days. */
function figureOf(by: Dimension, value: string, period: Period): [days: Period, figure: Figure] {
  if (by === 'day') return [{ from: value, to: value }, {}];
  if (by === 'method') return [period, { method: value === METHODS.online ? '0' : '2' }];
  return [period, { counted: by, value }];
}

/** What people call a value. */
function useValueNames(by: Dimension): (row: FigureRow) => string {
  const messages = useMessages();
  const { statistics: m } = useAdminMessages();
  const { satellite } = useInstrumentNames();
  const { usages } = useDictionary();
  const regionName = useRegionName(by === 'region');
  if (by === 'region') return ({ value, label }) => label || regionName(value);
  if (by === 'satellite') return ({ value }) => satellite(value);
  if (by === 'method') return ({ value }) => (value === '0' ? m.online : m.offline);
  if (by === 'usage') return ({ value }) => usages.text(value);
  if (by === 'kind') {
    return ({ value }) => {
      const type = ORDER_TYPES.find((code) => String(code) === value);
      return type === undefined ? value : messages.orderType[type];
    };
  }
  return ({ label }) => label;
}
