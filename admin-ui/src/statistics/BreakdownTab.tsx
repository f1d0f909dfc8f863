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
import { Panel } from '../parts/Panel';
import { MethodBars } from './MethodBars';
import { orderRows } from './orderRows';
import { useBreakdown } from './useFigures';
import { DIMENSIONS, type Dimension } from './useStatisticsState';

interface BreakdownTabProps {
  period: Period;
  by: Dimension;
  onChange: (by: Dimension) => void;
}

/** Orders by day, method, type, usage, satellite or node. */
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
      {(by === 'satellite' || by === 'node') && (
        <Typography variant="body2" color="text.secondary">
          {m.twice}
        </Typography>
      )}
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={m.noData} hint={m.noDataHint} />
          ) : (
            <BreakdownFigures rows={items} by={by} period={period} />
          )
        }
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
const MOST_BARS = 12;

function BreakdownFigures({ rows, by, period }: BreakdownTableProps) {
  const { statistics: m } = useAdminMessages();
  const nameOf = useValueNames(by);
  return (
    <Stack spacing={2}>
      {by !== 'day' && (
        <Panel title={m.unitOf(m.orders, m.perOrders)}>
          <MethodBars
            label={m.dimensions[by]}
            bars={rows.slice(0, MOST_BARS).map((row) => ({
              name: nameOf(row) || m.unnamed,
              online: row.onlineOrderNum,
              offline: row.offlineOrderNum,
              note: formatBytes(bytesOf(row.OrderSize)),
            }))}
          />
        </Panel>
      )}
      <BreakdownTable rows={rows} by={by} period={period} />
    </Stack>
  );
}

function BreakdownTable({ rows, by, period }: BreakdownTableProps) {
  const { statistics: m } = useAdminMessages();
  const nameOf = useValueNames(by);
  return (
    <FigureTable
      label={m.dimensions[by]}
      names={by === 'day' ? m.day : m.dimensions[by]}
      columns={[
        m.unitOf(`${m.online}${m.orders}`, m.perOrders),
        m.unitOf(`${m.offline}${m.orders}`, m.perOrders),
        m.unitOf(`${m.total}${m.orders}`, m.perOrders),
        m.unitOf(m.scenes, m.perScenes),
        m.volume,
      ]}
      rows={rows.map((row) => ({
        key: row.value,
        name: nameOf(row) || m.unnamed,
        figures: [
          whole(row.onlineOrderNum),
          whole(row.offlineOrderNum),
          whole(row.OrderNum),
          whole(row.OrderSceneNum),
          formatBytes(bytesOf(row.OrderSize)),
        ],
        rows: rowsBehind(by, row.value, period),
      }))}
    />
  );
}

/** The list of orders can be filtered by day and by type. */
function rowsBehind(by: Dimension, value: string, period: Period): string | undefined {
  if (by === 'day') return orderRows({ from: value, to: value });
  return by === 'kind' ? orderRows({ ...period, type: value }) : undefined;
}

/** What people call a value. */
function useValueNames(by: Dimension): (row: FigureRow) => string {
  const messages = useMessages();
  const { statistics: m } = useAdminMessages();
  const { satellite } = useInstrumentNames();
  const { usages } = useDictionary();
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
