import Typography from '@mui/material/Typography';
import { formatTime, type Monitor } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChartTime } from '../parts/figures/ChartTime';
import { FigureTable } from '../parts/figures/FigureTable';
import { LinesChart } from '../parts/figures/LinesChart';
import { SERIES } from '../parts/figures/series';

/** How long tasks had waited that ended in each minute: half of them, and 95 of 100. */
export function WaitsChart({ waits }: Pick<Monitor, 'waits'>) {
  const { monitor: m } = useAdminMessages();
  const points = waits.map(({ at, medianSeconds, p95Seconds }) => ({
    at: formatTime(at).slice(11),
    median: rounded(medianSeconds),
    p95: rounded(p95Seconds),
  }));
  const lines = [
    { key: 'median' as const, name: m.waitMedian, look: SERIES.online },
    { key: 'p95' as const, name: m.waitP95, look: SERIES.offline },
  ];
  const write = (seconds: number | null) => (seconds === null ? '-' : m.waitSeconds(seconds));
  return (
    <>
      <ChartTime value={points.length === 0 ? '' : `${points[0]?.at} – ${points.at(-1)?.at}`}>
        <LinesChart name={m.waitTimes} lines={lines} points={points} write={write} />
      </ChartTime>
      <details>
        <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', mb: 1 }}>
          {m.throughputTable}
        </Typography>
        <FigureTable
          label={m.waitTimes}
          names={m.minute}
          columns={[m.waitMedian, m.waitP95]}
          rows={points.toReversed().map(({ at, median, p95 }) => ({
            key: at,
            name: at,
            figures: [write(median), write(p95)],
          }))}
        />
      </details>
    </>
  );
}

/** To tenths: what is quick is not nought. */
const rounded = (seconds: number | null) =>
  seconds === null ? null : Math.round(seconds * 10) / 10;
