import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { UnitCompletion } from '@scenedock/ui-kit';
import { useNavigate } from 'react-router-dom';
import { Bar, BarChart, CartesianGrid, LabelList, Legend, Tooltip, XAxis, YAxis } from 'recharts';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChartFrame } from '../parts/figures/ChartFrame';
import { whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { CHART, LEGEND, TOOLTIP } from '../parts/figures/series';
import { shortened } from '../parts/figures/shortened';
import { useHatches } from '../parts/figures/useHatches';
import { entriesOf } from './useDownloadsAddress';

const TICK = { fill: CHART.text, fontSize: CHART.font };
/** Pixels. */
const ROW = 30;
const REST = 64;
/** Characters of a unit's name beside its bar, as wide as Chinese ones: on phones the bars need the room. */
const NAME = { phone: 7, wide: 18 } as const;
/** Between a name and its bar. */
const GAP = 16;
const STATES = [
  ['fetched', 'online'],
  ['begun', 'total'],
  ['untouched', 'offline'],
] as const;

const numberOf = (value: unknown) => (Number(value) > 0 ? whole(Number(value)) : '');

interface CompletionBarsProps {
  units: readonly UnitCompletion[];
  period: Period;
  /** A press on a part of a bar leads to its entries of the registry, as the numbers of the table do. */
  withRows: boolean;
}

/** A bar a unit: fetched, begun, untouched, each with its number. */
export function CompletionBars({ units, period, withRows }: CompletionBarsProps) {
  const { downloads: m, statistics } = useAdminMessages();
  const { fillOf, hatches } = useHatches();
  const navigate = useNavigate();
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const most = isPhone ? NAME.phone : NAME.wide;
  const rows = units.map((unit) => ({ ...unit, name: unit.unit || statistics.unnamed }));
  return (
    <ChartFrame name={m.tabs.completion} height={rows.length * ROW + REST} leadsOn={withRows}>
      <BarChart
        data={rows}
        layout="vertical"
        margin={{ top: 4, right: 16, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        {hatches}
        <CartesianGrid stroke={CHART.line} horizontal={false} />
        <XAxis type="number" tick={TICK} stroke={CHART.line} allowDecimals={false} />
        <YAxis
          type="category"
          dataKey="name"
          tick={TICK}
          stroke={CHART.line}
          tickFormatter={(name: string) => shortened(name, most)}
          width={(most + 1) * CHART.font + GAP}
          interval={0}
        />
        <Tooltip
          formatter={(value) => whole(Number(value))}
          cursor={{ fill: CHART.pointed }}
          itemStyle={TOOLTIP}
          isAnimationActive={false}
        />
        <Legend itemSorter={null} wrapperStyle={LEGEND} />
        {STATES.map(([state, series]) => (
          <Bar
            key={state}
            dataKey={state}
            name={m[state]}
            stackId="deliveries"
            fill={fillOf(series)}
            stroke={CHART.ground}
            maxBarSize={22}
            isAnimationActive={false}
            {...(withRows
              ? {
                  cursor: 'pointer',
                  onClick: ({ payload }: { payload?: UnitCompletion }) => {
                    if (payload) navigate(entriesOf(period, state, payload.unit));
                  },
                }
              : {})}
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
