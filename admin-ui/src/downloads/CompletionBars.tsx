import type { UnitCompletion } from '@scenedock/ui-kit';
import { Bar, BarChart, CartesianGrid, LabelList, Legend, Tooltip, XAxis, YAxis } from 'recharts';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChartFrame } from '../parts/figures/ChartFrame';
import { whole } from '../parts/figures/numbers';
import { CHART, SERIES } from '../parts/figures/series';

const TICK = { fill: CHART.text, fontSize: CHART.font };
/** Pixels. */
const ROW = 30;
const REST = 64;
const NAMES = 132;
/** Characters of a unit's name beside its bar. */
const NAME = 10;
const STATES = [
  ['fetched', SERIES.online.colour],
  ['begun', SERIES.total.colour],
  ['untouched', SERIES.offline.colour],
] as const;

const shortened = (name: string) => (name.length > NAME ? `${name.slice(0, NAME)}…` : name);
const numberOf = (value: unknown) => (Number(value) > 0 ? whole(Number(value)) : '');

/** A bar a unit: fetched, begun, untouched, each with its number. */
export function CompletionBars({ units }: { units: readonly UnitCompletion[] }) {
  const { downloads: m, statistics } = useAdminMessages();
  const rows = units.map((unit) => ({ ...unit, name: unit.unit || statistics.unnamed }));
  return (
    <ChartFrame name={m.tabs.completion} height={rows.length * ROW + REST}>
      <BarChart
        data={rows}
        layout="vertical"
        margin={{ top: 4, right: 16, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke={CHART.line} horizontal={false} />
        <XAxis type="number" tick={TICK} stroke={CHART.line} allowDecimals={false} />
        <YAxis
          type="category"
          dataKey="name"
          tick={TICK}
          stroke={CHART.line}
          tickFormatter={shortened}
          width={NAMES}
          interval={0}
        />
        <Tooltip
          formatter={(value) => whole(Number(value))}
          cursor={{ fill: CHART.pointed }}
          isAnimationActive={false}
        />
        <Legend itemSorter={null} />
        {STATES.map(([state, colour]) => (
          <Bar
            key={state}
            dataKey={state}
            name={m[state]}
            stackId="deliveries"
            fill={colour}
            stroke={CHART.ground}
            maxBarSize={22}
            isAnimationActive={false}
          >
            <LabelList
              dataKey={state}
              position="center"
              formatter={numberOf}
              fill={CHART.ground}
              fontSize={CHART.font}
            />
          </Bar>
        ))}
      </BarChart>
    </ChartFrame>
  );
}
