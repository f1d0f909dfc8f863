import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { EmptyState, QueryResult, type SatisfactionStatistics } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureCards } from '../parts/figures/FigureCards';
import { FigureTable } from '../parts/figures/FigureTable';
import { LinesChart } from '../parts/figures/LinesChart';
import { percent, whole } from '../parts/figures/numbers';
import { daysOfMonth, type Period } from '../parts/figures/period';
import { decimalFigure, percentFigure } from '../parts/figures/savedFigures';
import { SERIES } from '../parts/figures/series';
import { Panel } from '../parts/Panel';
import { useMay } from '../providers/useMe';
import { CHART_GRID } from './chartGrid';
import { GivenRatings } from './GivenRatings';
import { ShareBars } from './ShareBars';
import { firstDeliveries, rowsAt } from './serviceRows';
import { useSatisfaction } from './useFigures';
import { ASPECTS, type Aspect } from './useStatisticsState';

interface SatisfactionTabProps {
  period: Period;
  aspect: Aspect;
  onRate: (aspect: Aspect) => void;
  showsRows: boolean;
}

/** How the service was rated, and how many of the orders that were delivered are rated. */
export function SatisfactionTab({ period, aspect, onRate, showsRows }: SatisfactionTabProps) {
  const { service, statistics } = useAdminMessages();
  const m = service.satisfaction;
  const query = useSatisfaction(aspect, period);
  if (showsRows) return <GivenRatings period={period} aspect={aspect} />;
  return (
    <Stack spacing={2}>
      <Typography variant="body2" color="text.secondary">
        {m.hint}
      </Typography>
      <TextField
        select
        label={m.aspect}
        value={aspect}
        onChange={(event) => onRate(event.target.value as Aspect)}
        sx={{ maxWidth: 240, '& .MuiInputBase-root': { bgcolor: 'background.paper' } }}
      >
        {ASPECTS.map((name) => (
          <MenuItem key={name} value={name}>
            {m.aspects[name]}
          </MenuItem>
        ))}
      </TextField>
      <QueryResult query={query}>
        {(found) =>
          found.total.answers + found.total.delivered === 0 ? (
            <EmptyState title={statistics.noData} hint={statistics.noDataHint} />
          ) : (
            <>
              <Headline found={found} period={period} aspect={aspect} />
              <Charts found={found} period={period} aspect={aspect} />
              <MonthTable found={found} period={period} aspect={aspect} />
            </>
          )
        }
      </QueryResult>
    </Stack>
  );
}

interface FoundProps {
  found: SatisfactionStatistics;
  period: Period;
  aspect: Aspect;
}

/** Where the figures of these days lead, as far as the person may go. */
function useSatisfactionRows(aspect: Aspect) {
  const seesRegistry = useMay('/registry/list');
  const seesOrders = useMay('/order/all');
  const entries = (count: number, days: Period, of: Record<string, string> = {}) =>
    seesRegistry && count > 0 ? firstDeliveries(days, of) : undefined;
  const ratings = (count: number, days: Period, of: Record<string, string> = {}) =>
    seesOrders && count > 0 ? rowsAt('satisfaction', days, { aspect, ...of }) : undefined;
  return { entries, ratings };
}

const RATED = { rated: 'true' };

function Headline({ found, period, aspect }: FoundProps) {
  const { service, statistics } = useAdminMessages();
  const m = service.satisfaction;
  const { entries, ratings } = useSatisfactionRows(aspect);
  const { total } = found;
  return (
    <FigureCards
      cards={[
        {
          name: m.average,
          value: total.average === null ? service.none : total.average.toFixed(2),
          to: ratings(total.answers, period),
        },
        {
          name: m.answers,
          unit: m.perAnswers,
          value: whole(total.answers),
          to: ratings(total.answers, period),
        },
        {
          name: m.delivered,
          unit: statistics.perOrders,
          value: whole(total.delivered),
          to: entries(total.delivered, period),
        },
        {
          name: m.ratedShare,
          value: total.delivered === 0 ? service.none : percent(total.rated, total.delivered),
          to: entries(total.rated, period, RATED),
        },
      ]}
    />
  );
}

/** Averages over time, and how often each was given. */
function Charts({ found, period, aspect }: FoundProps) {
  const { service } = useAdminMessages();
  const { ratings } = useSatisfactionRows(aspect);
  const m = service.satisfaction;
  const points = found.items.map((row) => ({
    at: row.month,
    average: row.average === null ? null : Math.round(row.average * 100) / 100,
    to: ratings(row.answers, daysOfMonth(row.month, period)),
  }));
  const bars = found.total.stars.map((value, n) => ({
    name: `${m.star(n + 1)} ${m.stars[n] ?? ''}`,
    value,
    to: ratings(value, period, { stars: String(n + 1) }),
  }));
  return (
    <Box sx={CHART_GRID}>
      <Panel title={m.averages}>
        <LinesChart
          name={m.averages}
          points={points}
          write={String}
          scale={[1, 5]}
          lines={[{ key: 'average', name: m.average, look: SERIES.online }]}
          height={210}
        />
      </Panel>
      <Panel title={m.distribution}>
        <ShareBars name={m.distribution} bars={bars.toReversed()} write={whole} />
      </Panel>
    </Box>
  );
}

function MonthTable({ found, period, aspect }: FoundProps) {
  const { service } = useAdminMessages();
  const m = service.satisfaction;
  const figuresOf = useMonthFigures(aspect);
  const rows = found.items.toReversed().map((row) => ({
    key: row.month,
    name: row.month,
    figures: figuresOf(row, daysOfMonth(row.month, period)),
  }));
  const all = { key: '', name: service.whole, figures: figuresOf(found.total, period) };
  return (
    <FigureTable
      label={m.byMonth}
      names={service.month}
      columns={[
        m.answers,
        m.average,
        ...m.stars.map((_, n) => m.star(n + 1)),
        m.delivered,
        m.rated,
        m.ratedShare,
      ]}
      rows={[...rows, all]}
    />
  );
}

function useMonthFigures(aspect: Aspect) {
  const { service } = useAdminMessages();
  const { entries, ratings } = useSatisfactionRows(aspect);
  return (row: SatisfactionStatistics['total'], days: Period) => {
    const average = row.average === null ? service.none : row.average.toFixed(2);
    const share = row.delivered === 0 ? service.none : percent(row.rated, row.delivered);
    const given = ratings(row.answers, days);
    const rated = entries(row.rated, days, RATED);
    return [
      { text: whole(row.answers), to: given },
      { ...decimalFigure(row.average, average), to: given },
      ...row.stars.map((count, n) => ({
        text: whole(count),
        to: ratings(count, days, { stars: String(n + 1) }),
      })),
      { text: whole(row.delivered), to: entries(row.delivered, days) },
      { text: whole(row.rated), to: rated },
      { ...percentFigure(row.rated, row.delivered, share), to: rated },
    ];
  };
}
