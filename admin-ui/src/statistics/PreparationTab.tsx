import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { EmptyState, type PreparationStatistics, QueryResult } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureCards } from '../parts/figures/FigureCards';
import { FigureTable } from '../parts/figures/FigureTable';
import { LinesChart } from '../parts/figures/LinesChart';
import { percent, whole } from '../parts/figures/numbers';
import { daysOfMonth, type Period } from '../parts/figures/period';
import { durationFigure, percentFigure } from '../parts/figures/savedFigures';
import { SERIES } from '../parts/figures/series';
import { Panel } from '../parts/Panel';
import { useMay } from '../providers/useMe';
import { CHART_GRID, shareOf, writePercent } from './chartGrid';
import { durationText, inHours } from './durationText';
import { PreparationFailures } from './PreparationFailures';
import { firstDeliveries, rowsAt } from './serviceRows';
import { usePreparation } from './useFigures';

interface PreparationTabProps {
  period: Period;
  showsRows: boolean;
}

/** How soon data were ready after approval, whether that was as promised, and what failed on the way. */
export function PreparationTab({ period, showsRows }: PreparationTabProps) {
  return showsRows ? (
    <PreparationFailures period={period} />
  ) : (
    <PreparationFigures period={period} />
  );
}

function PreparationFigures({ period }: { period: Period }) {
  const { service, statistics } = useAdminMessages();
  const m = service.preparation;
  const query = usePreparation(period);
  return (
    <QueryResult query={query}>
      {(found) => (
        <Stack spacing={2}>
          <Typography variant="body2" color="text.secondary">
            {m.hint}
            <br />
            {found.promisedHours === null ? m.noPromise : m.promise(found.promisedHours)}
          </Typography>
          {found.total.prepared + found.total.failures === 0 ? (
            <EmptyState title={statistics.noData} hint={statistics.noDataHint} />
          ) : (
            <>
              <Headline found={found} period={period} />
              <MonthCharts found={found} period={period} />
              {found.total.failures > 0 && <CauseTable found={found} period={period} />}
              <MonthTable found={found} period={period} />
            </>
          )}
        </Stack>
      )}
    </QueryResult>
  );
}

interface FoundProps {
  found: PreparationStatistics;
  period: Period;
}

type Counts = PreparationStatistics['total'];

/** Deliveries of which something was promised; those in time, and the later ones. */
const PROMISED = { promise: 'any' };
const IN_TIME = { promise: 'kept' };
const LATE = { promise: 'late' };

/** Where the figures of these days lead, as far as the person may go. */
function usePreparationRows() {
  const seesRegistry = useMay('/registry/list');
  const seesOrders = useMay('/order/all');
  const entries = (count: number, days: Period, of: Record<string, string> = {}) =>
    seesRegistry && count > 0 ? firstDeliveries(days, of) : undefined;
  const failures = (count: number, days: Period, of: Record<string, string> = {}) =>
    seesOrders && count > 0 ? rowsAt('preparation', days, of) : undefined;
  return { entries, failures };
}

/** Written, or a dash where nothing was prepared. */
function useDurations() {
  const { service } = useAdminMessages();
  return (seconds: number | null) =>
    seconds === null ? service.none : durationText(seconds, service.duration);
}

function Headline({ found, period }: FoundProps) {
  const { service, statistics } = useAdminMessages();
  const m = service.preparation;
  const { entries, failures } = usePreparationRows();
  const duration = useDurations();
  const { total } = found;
  const prepared = entries(total.prepared, period);
  return (
    <FigureCards
      cards={[
        {
          name: m.prepared,
          unit: statistics.perOrders,
          value: whole(total.prepared),
          to: prepared,
        },
        { name: m.median, value: duration(total.medianSeconds), to: prepared },
        { name: m.p95, value: duration(total.p95Seconds), to: prepared },
        {
          name: m.keptShare,
          value: total.promised === 0 ? service.none : percent(total.kept, total.promised),
          to: entries(total.kept, period, IN_TIME),
        },
        {
          name: m.failures,
          unit: service.perTimes,
          value: whole(total.failures),
          to: failures(total.failures, period),
        },
      ]}
    />
  );
}

/** Two charts: hours and shares have no scale in common. */
function MonthCharts({ found, period }: FoundProps) {
  const { service } = useAdminMessages();
  const { entries } = usePreparationRows();
  const m = service.preparation;
  const durations = found.items.map((row) => ({
    at: row.month,
    median: inHours(row.medianSeconds),
    p95: inHours(row.p95Seconds),
    to: entries(row.prepared, daysOfMonth(row.month, period)),
  }));
  const shares = found.items.map((row) => ({
    at: row.month,
    kept: shareOf(row.kept, row.promised),
    to: entries(row.kept, daysOfMonth(row.month, period), IN_TIME),
  }));
  return (
    <Box sx={CHART_GRID}>
      <Panel title={m.took}>
        <LinesChart
          name={m.took}
          points={durations}
          write={String}
          lines={[
            { key: 'median', name: m.median, look: SERIES.online },
            { key: 'p95', name: m.p95, look: SERIES.offline },
          ]}
          height={220}
        />
      </Panel>
      {found.total.promised > 0 && (
        <Panel title={m.shares}>
          <LinesChart
            name={m.shares}
            points={shares}
            write={writePercent}
            lines={[{ key: 'kept', name: m.keptShare, look: SERIES.total }]}
            height={220}
          />
        </Panel>
      )}
    </Box>
  );
}

function CauseTable({ found, period }: FoundProps) {
  const { service, tasks } = useAdminMessages();
  const m = service.preparation;
  const { failures } = usePreparationRows();
  return (
    <FigureTable
      label={m.byCause}
      names={m.cause}
      columns={[m.failures, m.share]}
      rows={found.total.causes.map((row) => {
        const to = failures(row.failures, period, { cause: row.cause });
        return {
          key: row.cause,
          name: tasks.classes[row.cause] ?? row.cause,
          figures: [
            { text: whole(row.failures), to },
            { ...percentFigure(row.failures, found.total.failures), to },
          ],
        };
      })}
    />
  );
}

function MonthTable({ found, period }: FoundProps) {
  const { service } = useAdminMessages();
  const m = service.preparation;
  const figuresOf = useMonthFigures();
  const rows = found.items.toReversed().map((row) => ({
    key: row.month,
    name: row.month,
    figures: figuresOf(row, daysOfMonth(row.month, period)),
  }));
  const whole = { key: '', name: service.whole, figures: figuresOf(found.total, period) };
  return (
    <FigureTable
      label={m.byMonth}
      names={service.month}
      columns={[m.prepared, m.median, m.p95, m.promised, m.kept, m.late, m.keptShare, m.failures]}
      rows={[...rows, whole]}
    />
  );
}

function useMonthFigures() {
  const { service } = useAdminMessages();
  const { entries, failures } = usePreparationRows();
  const duration = useDurations();
  return (row: Counts, days: Period) => {
    const late = row.promised - row.kept;
    const keptShare = row.promised === 0 ? service.none : percent(row.kept, row.promised);
    const prepared = entries(row.prepared, days);
    const inTime = entries(row.kept, days, IN_TIME);
    return [
      { text: whole(row.prepared), to: prepared },
      { ...durationFigure(row.medianSeconds, duration(row.medianSeconds)), to: prepared },
      { ...durationFigure(row.p95Seconds, duration(row.p95Seconds)), to: prepared },
      { text: whole(row.promised), to: entries(row.promised, days, PROMISED) },
      { text: whole(row.kept), to: inTime },
      { text: whole(late), to: entries(late, days, LATE) },
      { ...percentFigure(row.kept, row.promised, keptShare), to: inTime },
      { text: whole(row.failures), to: failures(row.failures, days) },
    ];
  };
}
