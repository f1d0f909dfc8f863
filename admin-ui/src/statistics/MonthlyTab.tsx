import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { EmptyState, type MonthlyFigures, QueryResult } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureTable } from '../parts/figures/FigureTable';
import { volume, whole } from '../parts/figures/numbers';
import { daysOfMonth, type Period } from '../parts/figures/period';
import { terabytesFigure } from '../parts/figures/savedFigures';
import { Panel } from '../parts/Panel';
import { type Figure, METHODS, useOrderRows } from './orderRows';
import { SeriesChart, type SeriesPoint } from './SeriesChart';
import { StillCounting } from './StillCounting';
import { useMonths } from './useFigures';

/** Orders, volumes and scenes of every month, as three charts and one table. */
export function MonthlyTab({ period }: { period: Period }) {
  const { statistics: m } = useAdminMessages();
  const months = useMonths(period);
  return (
    <QueryResult query={months}>
      {({ items, current }) => (
        <>
          <StillCounting current={current} />
          {items.length === 0 ? (
            <EmptyState title={m.noData} hint={m.noDataHint} />
          ) : (
            <Stack spacing={2}>
              <MonthCharts months={items} period={period} />
              <MonthTable months={items} period={period} />
            </Stack>
          )}
        </>
      )}
    </QueryResult>
  );
}

interface MonthsProps {
  months: MonthlyFigures[];
  period: Period;
}

const points = (
  months: MonthlyFigures[],
  rowsOf: (month: string) => string | undefined,
  parts: (month: MonthlyFigures) => [online: number, offline: number, total: number],
): SeriesPoint[] =>
  months.map((month) => {
    const [online, offline, total] = parts(month);
    return {
      at: month.month,
      online,
      offline,
      total,
      to: month.OrderNum > 0 ? rowsOf(month.month) : undefined,
    };
  });

function MonthCharts({ months, period }: MonthsProps) {
  const { statistics: m } = useAdminMessages();
  const { rowsOf } = useOrderRows();
  const rowsOfMonth = (month: string) => rowsOf(daysOfMonth(month, period));
  const charts = [
    {
      name: m.unitOf(m.orders, m.perOrders),
      write: whole,
      points: points(months, rowsOfMonth, (row) => [
        row.onlineOrderNum,
        row.offlineOrderNum,
        row.OrderNum,
      ]),
    },
    {
      name: m.unitOf(m.volume, m.perTb),
      write: volume,
      points: points(months, rowsOfMonth, (row) => [
        row.onlineOrderSize,
        row.offlineOrderSize,
        row.OrderSize,
      ]),
    },
    {
      name: m.unitOf(m.scenes, m.perScenes),
      write: whole,
      points: points(months, rowsOfMonth, (row) => [
        row.onlineOrderSceneNum,
        row.offlineOrderSceneNum,
        row.OrderSceneNum,
      ]),
    },
  ];
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' },
      }}
    >
      {charts.map((chart) => (
        <Panel key={chart.name} title={chart.name}>
          <SeriesChart {...chart} />
        </Panel>
      ))}
    </Box>
  );
}

type Part = readonly [orders: number, scenes: number, terabytes: number];

function MonthTable({ months, period }: MonthsProps) {
  const { statistics: m } = useAdminMessages();
  const { rowsOf } = useOrderRows();
  const partOf = (month: string, [orders, scenes, size]: Part, figure: Figure) => {
    const to = orders > 0 ? rowsOf(daysOfMonth(month, period), figure) : undefined;
    return [
      { text: whole(orders), to },
      { text: whole(scenes), to },
      { ...terabytesFigure(size), to },
    ];
  };
  return (
    <FigureTable
      label={m.byMonth}
      names={m.month}
      groups={[m.online, m.offline, m.total].map((name) => ({ name, columns: 3 }))}
      columns={[m.online, m.offline, m.total].flatMap(() => [
        m.unitOf(m.orders, m.perOrders),
        m.unitOf(m.scenes, m.perScenes),
        m.unitOf(m.volume, m.perTb),
      ])}
      rows={months.map((row) => ({
        key: row.month,
        name: row.month,
        figures: [
          ...partOf(row.month, [row.onlineOrderNum, row.onlineOrderSceneNum, row.onlineOrderSize], {
            method: METHODS.online,
          }),
          ...partOf(
            row.month,
            [row.offlineOrderNum, row.offlineOrderSceneNum, row.offlineOrderSize],
            { method: METHODS.offline },
          ),
          ...partOf(row.month, [row.OrderNum, row.OrderSceneNum, row.OrderSize], {}),
        ],
        rows: row.OrderNum > 0 ? rowsOf(daysOfMonth(row.month, period)) : undefined,
      }))}
    />
  );
}
