import { useAdminMessages } from '../i18n/useAdminMessages';
import { LinesChart } from '../parts/figures/LinesChart';
import { SERIES, type SeriesName } from '../parts/figures/series';

/** One point in time with the value of each series. */
export type SeriesPoint = { at: string; to?: string | undefined } & Record<SeriesName, number>;

interface SeriesChartProps {
  name: string;
  points: SeriesPoint[];
  /** How a value is written. */
  write: (value: number) => string;
  height?: number;
}

const NAMES = Object.keys(SERIES) as SeriesName[];

/** Online, offline and total over time. */
export function SeriesChart(props: SeriesChartProps) {
  const { statistics: m } = useAdminMessages();
  const lines = NAMES.map((key) => ({ key, name: m[key], look: SERIES[key] }));
  return <LinesChart {...props} lines={lines} />;
}
