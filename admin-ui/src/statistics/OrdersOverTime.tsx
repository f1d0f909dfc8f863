import { EmptyState, QueryResult } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { whole } from '../parts/figures/numbers';
import { daysOf, type Period } from '../parts/figures/period';
import { Panel } from '../parts/Panel';
import { SeriesChart, type SeriesPoint } from './SeriesChart';
import { useBreakdown, useMonths } from './useFigures';

/** More days than this stand as months. */
const MOST_DAYS = 366;

/** How many orders there were, day by day or, over a long period, month by month. */
export function OrdersOverTime({ period }: { period: Period }) {
  const days = daysOf(period, MOST_DAYS + 1);
  return days.length > MOST_DAYS ? (
    <MonthlyOrders period={period} />
  ) : (
    <DailyOrders period={period} days={days} />
  );
}

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

function DailyOrders({ period, days }: { period: Period; days: string[] }) {
  const { statistics: m } = useAdminMessages();
  const query = useBreakdown('day', period);
  return (
    <Panel title={m.byDay}>
      <QueryResult query={query}>
        {({ items }) => {
          const counted = new Map(items.map((day) => [day.value, day]));
          // A day without orders is a point too, or the line would say that nothing was between its neighbours.
          const points = days.map((day) => point(day, counted.get(day) ?? NONE));
          return items.length === 0 ? <NoData /> : <Chart name={m.byDay} points={points} />;
        }}
      </QueryResult>
    </Panel>
  );
}

function MonthlyOrders({ period }: { period: Period }) {
  const { statistics: m } = useAdminMessages();
  const query = useMonths(period);
  return (
    <Panel title={m.ordersByMonth}>
      <QueryResult query={query}>
        {({ items }) => (
          <Chart name={m.ordersByMonth} points={items.map((row) => point(row.month, row))} />
        )}
      </QueryResult>
    </Panel>
  );
}

function Chart({ name, points }: { name: string; points: SeriesPoint[] }) {
  return <SeriesChart name={name} points={points} write={whole} />;
}

function NoData() {
  const { statistics: m } = useAdminMessages();
  return <EmptyState title={m.noData} hint={m.noDataHint} />;
}
