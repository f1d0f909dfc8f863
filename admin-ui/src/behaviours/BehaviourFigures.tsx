import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import {
  type BehaviourType,
  EmptyState,
  type BehaviourFigures as Figures,
  QueryResult,
  statistics,
  textSize,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureTable } from '../parts/figures/FigureTable';
import { LinesChart } from '../parts/figures/LinesChart';
import { whole } from '../parts/figures/numbers';
import { daysOf, type Period } from '../parts/figures/period';
import { SERIES } from '../parts/figures/series';
import { Panel } from '../parts/Panel';
import { logOf } from './useBehaviourAddress';

interface BehaviourFiguresProps {
  period: Period;
  type: BehaviourType;
  onChoose: (type: BehaviourType) => void;
  /** Days lead to the record of that day. */
  withRows: boolean;
}

/** Days that a chart shows: more than ten years are no line any more. */
const MAX_DAYS = 3700;

/** How often each thing was done; the chosen one by day. */
export function BehaviourFigures({ period, type, onChoose, withRows }: BehaviourFiguresProps) {
  const query = useQuery({
    queryKey: ['statistics', 'behaviours', period],
    queryFn: ({ signal }) => statistics.behaviours(period, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryResult query={query}>
      {(figures) => (
        <Stack spacing={2}>
          <Totals figures={figures} type={type} onChoose={onChoose} />
          <Days figures={figures} type={type} period={period} withRows={withRows} />
        </Stack>
      )}
    </QueryResult>
  );
}

interface TotalsProps {
  figures: Figures;
  type: BehaviourType;
  onChoose: (type: BehaviourType) => void;
}

function Totals({ figures, type, onChoose }: TotalsProps) {
  const { behaviours: m } = useAdminMessages();
  return (
    <Box
      role="group"
      aria-label={m.choose}
      sx={{
        display: 'grid',
        gap: 1,
        gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(auto-fit, minmax(140px, 1fr))' },
      }}
    >
      {figures.totals.map((total) => (
        <ToggleButton
          key={total.type}
          value={total.type}
          selected={total.type === type}
          onChange={() => onChoose(total.type)}
          sx={{
            display: 'block',
            textAlign: 'left',
            textTransform: 'none',
            bgcolor: 'background.paper',
          }}
        >
          <Typography variant="body2" component="span" sx={{ display: 'block' }}>
            {m.kinds[total.type]}
          </Typography>
          <Typography
            component="span"
            sx={{
              fontSize: textSize.section,
              color: 'text.primary',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {whole(total.times)}
          </Typography>
        </ToggleButton>
      ))}
    </Box>
  );
}

type DaysProps = { figures: Figures; type: BehaviourType; period: Period; withRows: boolean };

function Days({ figures, type, period, withRows }: DaysProps) {
  const { behaviours: m, statistics } = useAdminMessages();
  const days = figures.days.filter((day) => day.type === type);
  if (days.length === 0) {
    return <EmptyState title={statistics.noData} hint={statistics.noDataHint} />;
  }
  const byDay = new Map(days.map((day) => [day.day, day]));
  const points = daysOf(period, MAX_DAYS).map((at) => ({
    at,
    times: byDay.get(at)?.times ?? 0,
    people: byDay.get(at)?.people ?? 0,
    to: withRows && byDay.has(at) ? logOf(at, type) : undefined,
  }));
  return (
    <>
      <Panel title={m.kinds[type]}>
        <LinesChart
          name={m.kinds[type]}
          points={points}
          write={whole}
          lines={[
            { key: 'times', name: m.times, look: SERIES.online },
            { key: 'people', name: m.people, look: SERIES.offline },
          ]}
        />
        <Typography variant="caption" color="text.secondary">
          {m.noPeople}
        </Typography>
      </Panel>
      <FigureTable
        label={m.kinds[type]}
        names={m.day}
        columns={[m.times, m.people]}
        links={m}
        rows={days.toReversed().map((day) => ({
          key: day.day,
          name: day.day,
          figures: [whole(day.times), whole(day.people)],
          rows: withRows ? logOf(day.day, type) : undefined,
        }))}
      />
    </>
  );
}
