import Typography from '@mui/material/Typography';
import type { ReportChart, ReportTable } from '@scenedock/ui-kit';
import { useNavigate } from 'react-router-dom';
import { Bar, BarChart, CartesianGrid, LabelList, Legend, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartFrame } from '../parts/figures/ChartFrame';
import { CHART, LEGEND, TOOLTIP } from '../parts/figures/series';
import { useHatches } from '../parts/figures/useHatches';
import { chartSources } from './chartSources';
import { figureText, figureValue } from './reportNumbers';
import { useSourceLink } from './useSourceLink';

const SERIES_NAMES = ['online', 'offline'] as const;
const TICK = { fill: CHART.text, fontSize: CHART.font };
/** Characters of a name below its column. */
const NAME = 6;
/** Pixels. */
const WIDEST = 48;
const HEIGHT = 260;

const shortened = (name: string) => (name.length > NAME ? `${name.slice(0, NAME - 1)}…` : name);

interface ReportColumnsProps {
  chart: ReportChart;
  /** Those beside it: a press on a column leads where the same number of a table leads, which the keyboard reaches. */
  tables: readonly ReportTable[];
}

/** Columns of a report's series, each with its number; the same numbers stand in a table below. */
export function ReportColumns({ chart, tables }: ReportColumnsProps) {
  const { fillOf, hatches } = useHatches();
  const navigate = useNavigate();
  const linkOf = useSourceLink();
  const sources = chartSources(chart, tables).map((series) =>
    series.map((source) => (source === null ? undefined : linkOf(source))),
  );
  const openingOf = (series: number) =>
    sources[series]?.some((to) => to !== undefined)
      ? {
          cursor: 'pointer',
          onClick: (_: unknown, at: number) => {
            const to = sources[series]?.[at];
            if (to) navigate(to);
          },
        }
      : {};
  const leadsOn = sources.flat().some((to) => to !== undefined);
  const data = chart.labels.map((name, at) => ({
    name,
    ...Object.fromEntries(
      chart.series.map((series) => [
        series.name,
        figureValue(series.values[at] ?? 0, chart.numbers),
      ]),
    ),
  }));
  return (
    <>
      <Typography align="center" variant="body2" sx={{ mt: 1 }}>
        {chart.title}
      </Typography>
      <ChartFrame name={chart.title} height={HEIGHT} leadsOn={leadsOn}>
        <BarChart
          data={data}
          margin={{ top: 20, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          {hatches}
          <CartesianGrid stroke={CHART.line} vertical={false} />
          <XAxis
            dataKey="name"
            tick={TICK}
            stroke={CHART.line}
            tickFormatter={shortened}
            interval={0}
          />
          <YAxis tick={TICK} stroke={CHART.line} width={56} />
          <Tooltip
            formatter={(value) => figureText(Number(value), chart.numbers)}
            cursor={{ fill: CHART.pointed }}
            itemStyle={TOOLTIP}
            isAnimationActive={false}
          />
          {chart.series.length > 1 && <Legend itemSorter={null} wrapperStyle={LEGEND} />}
          {chart.series.map(({ name }, n) => (
            <Bar
              key={name}
              dataKey={name}
              fill={fillOf(SERIES_NAMES[n % SERIES_NAMES.length] ?? 'online')}
              maxBarSize={WIDEST}
              isAnimationActive={false}
              {...openingOf(n)}
            >
              <LabelList
                dataKey={name}
                position="top"
                fill={CHART.text}
                fontSize={CHART.font}
                formatter={(value) =>
                  Number(value) > 0 ? figureText(Number(value), chart.numbers) : ''
                }
              />
            </Bar>
          ))}
        </BarChart>
      </ChartFrame>
    </>
  );
}
