import { CartesianGrid, Legend, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartFrame } from './ChartFrame';
import { CHART, type SERIES } from './series';

/** One line: which value of the points it shows, and how. */
interface ChartLine<Key extends string> {
  key: Key;
  name: string;
  look: (typeof SERIES)[keyof typeof SERIES];
}

interface LinesChartProps<Key extends string> {
  name: string;
  lines: readonly ChartLine<Key>[];
  /** Null where there is nothing to show: the line has a gap there. */
  points: ({ at: string } & Record<Key, number | null>)[];
  /** How a value is written. */
  write: (value: number) => string;
  /** The least and the greatest value that there can be; from nought to the greatest that there is when left out. */
  scale?: readonly [least: number, greatest: number];
  height?: number;
}

const TICK = { fill: CHART.text, fontSize: CHART.font };
/** Points beyond which markers would hide the line. */
const MOST_MARKED = 40;

/** Values over time, a line each. */
export function LinesChart<Key extends string>(props: LinesChartProps<Key>) {
  const { name, lines, points, write, scale, height = 260 } = props;
  const isWhole = points.every((point) =>
    lines.every(({ key }) => point[key] === null || Number.isInteger(point[key])),
  );
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
          allowDecimals={scale === undefined && !isWhole}
          {...(scale === undefined ? {} : { domain: [...scale], tickCount: 5 })}
          width={64}
        />
        <Tooltip formatter={(value) => write(Number(value))} isAnimationActive={false} />
        <Legend itemSorter={null} />
        {lines.map(({ key, name, look }) => (
          <Line
            key={key}
            dataKey={key}
            name={name}
            stroke={look.colour}
            strokeDasharray={look.dash}
            strokeWidth={2}
            legendType={look.marker}
            dot={marked ? { r: 3, strokeDasharray: '0' } : false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ChartFrame>
  );
}
