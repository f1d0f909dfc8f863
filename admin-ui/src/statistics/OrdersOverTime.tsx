import { EmptyState, QueryResult } from '@scenedock/ui-kit';
import type { UseQueryResult } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureTable } from '../parts/figures/FigureTable';
import { whole } from '../parts/figures/numbers';
import { daysOf, daysOfMonth, type Period } from '../parts/figures/period';
import { Panel } from '../parts/Panel';
import { METHODS, useOrderRows } from './orderRows';
import { SeriesChart, type SeriesPoint } from './SeriesChart';
import { useBreakdown, useMonths } from './useFigures';

/** More days than this stand as months. */
const MAX_DAYS = 366;

interface Counts {
  onlineOrderNum: number;
  offlineOrderNum: number;
  OrderNum: number;
}

const NONE: Counts = { onlineOrderNum: 0, offlineOrderNum: 0, OrderNum: 0 };

const point = (at: string, counts: Counts): SeriesPoint => ({
  at,
  online: counts.onlineOrderNum,
  offline: counts.offlineOrderNum,
  total: counts.OrderNum,
});

/** The days of a point. */
const daysAt = (at: string, isLong: boolean, period: Period): Period =>
  isLong ? daysOfMonth(at, period) : { from: at, to: at };

/** How many orders there were, day by day or, over a long period, month by month. */
function useOrdersOverTime(period: Period) {
  const { statistics: m } = useAdminMessages();
  const days = daysOf(period, MAX_DAYS + 1);
  const isLong = days.length > MAX_DAYS;
  const ofDays = useBreakdown('day', period, !isLong);
  const ofMonths = useMonths(period, isLong);
  const counted = new Map(ofDays.data?.items.map((day) => [day.value, day]));
  // A day without orders is a point too, or the line would say that nothing was between its neighbours.
  const points = isLong
    ? (ofMonths.data?.items ?? []).map((row) => point(row.month, row))
    : days.map((day) => point(day, counted.get(day) ?? NONE));
  const query: UseQueryResult<unknown> = isLong ? ofMonths : ofDays;
  return {
    isLong,
    name: isLong ? m.ordersByMonth : m.byDay,
    query,
    points,
    hasOrders: points.some(({ total }) => total > 0),
  };
}

/** The orders of the period as lines. */
export function OrdersOverTime({ period }: { period: Period }) {
  const { statistics: m } = useAdminMessages();
  const { rowsOf } = useOrderRows();
  const { isLong, name, query, points, hasOrders } = useOrdersOverTime(period);
  return (
    <Panel title={name}>
      <QueryResult query={query}>
        {() =>
          hasOrders ? (
            <SeriesChart
              name={name}
              points={points.map((one) => ({
                ...one,
                to: one.total > 0 ? rowsOf(daysAt(one.at, isLong, period)) : undefined,
              }))}
              write={whole}
            />
          ) : (
            <EmptyState title={m.noData} hint={m.noDataHint} />
          )
        }
      </QueryResult>
    </Panel>
  );
}

/** The numbers of the lines, newest first, without days on which nothing was ordered. */
export function OrdersOverTimeTable({ period }: { period: Period }) {
  const { statistics: m } = useAdminMessages();
  const { rowsOf, linkedCount } = useOrderRows();
  const { isLong, name, points, hasOrders } = useOrdersOverTime(period);
  if (!hasOrders) return null;
  return (
    <FigureTable
      label={name}
      names={isLong ? m.month : m.day}
      columns={[m.online, m.offline, m.total].map((part) => m.unitOf(part, m.perOrders))}
      rows={points
        .filter(({ total }) => total > 0)
        .toReversed()
        .map(({ at, online, offline, total }) => ({
          key: at,
          name: at,
          figures: [
            linkedCount(whole(online), online, daysAt(at, isLong, period), {
              method: METHODS.online,
            }),
            linkedCount(whole(offline), offline, daysAt(at, isLong, period), {
              method: METHODS.offline,
            }),
            linkedCount(whole(total), total, daysAt(at, isLong, period)),
          ],
          rows: rowsOf(daysAt(at, isLong, period)),
        }))}
    />
  );
}
