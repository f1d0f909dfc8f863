import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useNavigate } from 'react-router-dom';
import { Bar, BarChart, CartesianGrid, LabelList, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartFrame } from '../parts/figures/ChartFrame';
import { CHART, SERIES, TOOLTIP } from '../parts/figures/series';
import { shortened } from '../parts/figures/shortened';

const TICK = { fill: CHART.text, fontSize: CHART.font };
/** Pixels. */
const ROW = 34;
const REST = 40;
/** Room for the labels beyond the bars. */
const LABELS = 64;
/** Characters of a name beside its bar, as wide as Chinese ones: on phones the bars need the room. */
const NAME = { phone: 8, wide: 13 } as const;
/** Between a name and its bar. */
const GAP = 16;

interface ShareBar {
  name: string;
  value: number;
  to?: string | undefined;
}

interface ShareBarsProps {
  name: string;
  /** A press on a bar leads to its rows; the keyboard has the links of the table beside. */
  bars: readonly ShareBar[];
  /** How a value is written, at the end of its bar too. */
  write: (value: number) => string;
}

/** A bar a value, with its number. */
export function ShareBars({ name, bars, write }: ShareBarsProps) {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const most = isPhone ? NAME.phone : NAME.wide;
  const navigate = useNavigate();
  const leadsOn = bars.some(({ to }) => to !== undefined);
  const opening = leadsOn
    ? {
        cursor: 'pointer',
        onClick: ({ payload }: { payload?: ShareBar }) => {
          if (payload?.to !== undefined) navigate(payload.to);
        },
      }
    : {};
  const isWhole = bars.every(({ value }) => Number.isInteger(value));
  return (
    <ChartFrame name={name} height={bars.length * ROW + REST} leadsOn={leadsOn}>
      <BarChart
        data={[...bars]}
        layout="vertical"
        margin={{ top: 4, right: LABELS, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke={CHART.line} horizontal={false} />
        <XAxis
          type="number"
          tick={TICK}
          stroke={CHART.line}
          tickFormatter={write}
          allowDecimals={!isWhole}
        />
        <YAxis
          type="category"
          dataKey="name"
          tick={TICK}
          stroke={CHART.line}
          tickFormatter={(text: string) => shortened(text, most)}
          width={(most + 1) * CHART.font + GAP}
          interval={0}
        />
        <Tooltip
          formatter={(value) => write(Number(value))}
          cursor={{ fill: CHART.pointed }}
          itemStyle={TOOLTIP}
          isAnimationActive={false}
        />
        <Bar
          dataKey="value"
          name={name}
          fill={SERIES.online.colour}
          maxBarSize={20}
          {...opening}
          minPointSize={1}
          isAnimationActive={false}
        >
          <LabelList
            dataKey="value"
            position="right"
            formatter={(value: unknown) => write(Number(value))}
            fill={CHART.text}
            fontSize={CHART.font}
          />
        </Bar>
      </BarChart>
    </ChartFrame>
  );
}
