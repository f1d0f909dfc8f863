import { useNavigate } from 'react-router-dom';
import { CartesianGrid, Legend, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import { byteTicks } from './byteTicks';
import { ChartFrame } from './ChartFrame';
import { LinkedDot } from './LinkedDot';
import { CHART, LEGEND, type SERIES, TOOLTIP } from './series';

/** One line: which value of the points it shows, and how. */
interface ChartLine<Key extends string> {
  key: Key;
  name: string;
  look: (typeof SERIES)[keyof typeof SERIES];
}

/** What stands at one time. Null where there is nothing to show: the line has a gap there. */
type ChartPoint<Key extends string> = {
  at: string;
  /** Where a press leads; the keyboard has the links of the table beside. */
  to?: string | undefined;
  /** Where a press on the marker of a line leads that counts less than the others. */
  toOf?: Readonly<Record<string, string | undefined>>;
} & Record<Key, number | null>;

interface LinesChartProps<Key extends string> {
  name: string;
  lines: readonly ChartLine<Key>[];
  points: ChartPoint<Key>[];
  /** How a value is written. */
  write: (value: number) => string;
  /** Values are bytes: the axis has round numbers of their units. */
  bytes?: boolean;
  /** The least and the greatest value that there can be; from nought to the greatest that there is when left out. */
  scale?: readonly [least: number, greatest: number];
  height?: number;
}

const toOf = (point: Pick<ChartPoint<string>, 'toOf'>, key: string) => point.toOf?.[key];

const POINTER = { cursor: 'pointer' } as const;
const TICK = { fill: CHART.text, fontSize: CHART.font };
/** Pixels of a line in the legend, enough to tell its dashes. */
const DASHES = 28;
/** Points with a value beyond which markers would hide the line. */
const MAX_MARKED = 40;

/** Values over time, a line each. */
export function LinesChart<Key extends string>(props: LinesChartProps<Key>) {
  const { name, lines, points, write, bytes = false, scale, height = 260 } = props;
  const values = points.flatMap((point) =>
    lines.flatMap(({ key }): number[] => {
      const value: number | null = point[key];
      return value === null ? [] : [value];
    }),
  );
  const isWhole = values.every((value) => Number.isInteger(value));
  // A value between two gaps has no line: its marker is all that shows it.
  const withValue = points.filter((point) => lines.some(({ key }) => point[key] !== null));
  const marked = withValue.length <= MAX_MARKED;
  const ticks = bytes ? byteTicks(Math.max(0, ...values)) : undefined;
  const navigate = useNavigate();
  const openRows = (at: unknown) => {
    const to = points.find((point) => point.at === at)?.to;
    if (to !== undefined) navigate(to);
  };
  const leadsOn = points.some(({ to }) => to !== undefined);
  // Of long periods the first of each month, rather than any day.
  const months = points.map(({ at }) => at).filter((at) => at.endsWith('-01') && at.length === 10);
  // The title names what stands alone, and nothing has to be told from it.
  const isAlone = lines.length === 1;
  return (
    <ChartFrame name={name} height={height} leadsOn={leadsOn}>
      <LineChart
        data={points}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        accessibilityLayer={false}
        {...(leadsOn ? { style: POINTER, onClick: (now) => openRows(now.activeLabel) } : {})}
      >
        <CartesianGrid stroke={CHART.line} vertical={false} />
        <XAxis
          dataKey="at"
          tick={TICK}
          stroke={CHART.line}
          minTickGap={16}
          {...(months.length > 2 ? { ticks: months } : {})}
        />
        <YAxis
          tick={TICK}
          stroke={CHART.line}
          tickFormatter={write}
          allowDecimals={scale === undefined && !isWhole}
          {...(scale === undefined ? {} : { domain: [...scale], tickCount: 5 })}
          {...(ticks === undefined ? {} : { ticks, domain: [0, ticks.at(-1) ?? 0] })}
          width={64}
        />
        <Tooltip
          formatter={(value) => write(Number(value))}
          itemStyle={TOOLTIP}
          isAnimationActive={false}
        />
        {isAlone ? null : <Legend itemSorter={null} wrapperStyle={LEGEND} iconSize={DASHES} />}
        {lines.map(({ key, name, look }) => (
          <Line
            key={key}
            dataKey={key}
            name={name}
            stroke={look.colour}
            strokeDasharray={isAlone ? '0' : look.dash}
            strokeWidth={2}
            legendType="plainline"
            dot={marked ? { r: 3, strokeDasharray: '0' } : false}
            activeDot={({ payload, cx, cy, r, fill, stroke }) => (
              <LinkedDot {...{ cx, cy, r, fill, stroke }} to={toOf(payload, key)} />
            )}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ChartFrame>
  );
}
