import { CartesianGrid, Legend, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChartFrame } from './ChartFrame';
import { CHART, SERIES, type SeriesName } from './series';

/** One point in time with the value of each series. */
export type SeriesPoint = { at: string } & Record<SeriesName, number>;

interface SeriesChartProps {
  name: string;
  points: SeriesPoint[];
  /** How a value is written. */
  write: (value: number) => string;
  height?: number;
}

const NAMES = Object.keys(SERIES) as SeriesName[];
const TICK = { fill: CHART.text, fontSize: CHART.font };
/** Points beyond which markers would hide the line. */
const MOST_MARKED = 40;

/** Online, offline and total over time. */
export function SeriesChart({ name, points, write, height = 260 }: SeriesChartProps) {
  const { statistics: m } = useAdminMessages();
  const isWhole = points.every(({ total }) => Number.isInteger(total));
  const marked = points.length <= MOST_MARKED;
  return (
    <ChartFrame name={name} height={height}>
      <LineChart
        data={points}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke={CHART.line} vertical={false} />
        <XAxis dataKey="at" tick={TICK} stroke={CHART.line} minTickGap={16} />
        <YAxis
          tick={TICK}
          stroke={CHART.line}
          tickFormatter={write}
          allowDecimals={!isWhole}
          width={64}
        />
        <Tooltip formatter={(value) => write(Number(value))} isAnimationActive={false} />
        <Legend itemSorter={null} />
        {NAMES.map((series) => (
          <Line
            key={series}
            dataKey={series}
            name={m[series]}
            stroke={SERIES[series].colour}
            strokeDasharray={SERIES[series].dash}
            strokeWidth={2}
            legendType={SERIES[series].marker}
            dot={marked ? { r: 3, strokeDasharray: '0' } : false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ChartFrame>
  );
}
