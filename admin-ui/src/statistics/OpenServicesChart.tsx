import type { OpenServiceDay } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { LinesChart } from '../parts/figures/LinesChart';
import { whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { SERIES } from '../parts/figures/series';
import { Panel } from '../parts/Panel';
import { chartedDays, refusedOf } from './openServiceRows';

interface OpenServicesChartProps {
  days: readonly OpenServiceDay[];
  period: Period;
  /** Where a day with calls leads. */
  rowsAt?: (day: string) => string;
}

/** Calls over time, and how many of them were refused. */
export function OpenServicesChart({ days, period, rowsAt }: OpenServicesChartProps) {
  const { openServices: m } = useAdminMessages();
  const known = new Map(days.map((day) => [day.day, day]));
  const points = chartedDays(period, days).map((at) => {
    const counts = known.get(at);
    return {
      at,
      requests: counts?.requests ?? 0,
      refused: counts === undefined ? 0 : refusedOf(counts),
      to: counts === undefined ? undefined : rowsAt?.(at),
    };
  });
  return (
    <Panel title={m.byDay}>
      <LinesChart
        name={m.byDay}
        points={points}
        write={whole}
        lines={[
          { key: 'requests', name: m.requests, look: SERIES.online },
          { key: 'refused', name: m.refused, look: SERIES.offline },
        ]}
      />
    </Panel>
  );
}
