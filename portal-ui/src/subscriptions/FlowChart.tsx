import { ink, tokens, useSubscriptionWords } from '@scenedock/ui-kit';
import { useId } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { DayOfFlow } from './flowDays';
import { usePageWords } from './usePageWords';

/** Pixels. */
const HEIGHT = 240;
const WIDEST = 48;
/** How far apart marks are. */
const STEP = 6;
const TICK = { fill: ink.text2, fontSize: tokens.type.note.size };
const MARK = { stroke: ink.panel, strokeWidth: 1.5 } as const;

/** From below; what lies on the colour of each tells them apart without it. */
const STATES = [
  { state: 'delivered', colour: ink.done, mark: null },
  {
    state: 'waiting',
    colour: ink.waiting,
    mark: <path d={`M-1 ${STEP + 1}L${STEP + 1} -1`} {...MARK} />,
  },
  {
    state: 'missed',
    colour: ink.failed,
    mark: <path d={`M0 0L${STEP} ${STEP}M0 ${STEP}L${STEP} 0`} {...MARK} />,
  },
  {
    state: 'withdrawn',
    colour: ink.ended,
    mark: <path d={`M0 ${STEP / 2}L${STEP} ${STEP / 2}`} {...MARK} />,
  },
] as const;

/** A bar a day: what of its scenes was delivered, waits, and never comes. The same numbers stand in the table below. */
export default function FlowChart({ days }: { days: readonly DayOfFlow[] }) {
  const m = usePageWords();
  const w = useSubscriptionWords();
  const id = useId().replaceAll(/\W/g, '');
  return (
    <div role="img" aria-label={m.flowChart} style={{ width: '100%', height: HEIGHT, minWidth: 0 }}>
      <ResponsiveContainer
        width="100%"
        height="100%"
        initialDimension={{ width: 640, height: HEIGHT }}
      >
        <BarChart
          data={[...days]}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <defs>
            {STATES.map(({ state, colour, mark }) => (
              <pattern
                key={state}
                id={`${id}-${state}`}
                width={STEP}
                height={STEP}
                patternUnits="userSpaceOnUse"
              >
                <rect width={STEP} height={STEP} fill={colour} />
                {mark}
              </pattern>
            ))}
          </defs>
          <CartesianGrid stroke={ink.line} vertical={false} />
          <XAxis dataKey="day" tick={TICK} stroke={ink.line} tickFormatter={monthAndDay} />
          <YAxis tick={TICK} stroke={ink.line} allowDecimals={false} width={48} />
          <Tooltip
            cursor={{ fill: ink.raised }}
            contentStyle={{ background: ink.panel, borderColor: ink.line, color: ink.text }}
            itemStyle={{ color: ink.text }}
            isAnimationActive={false}
          />
          <Legend
            itemSorter={null}
            wrapperStyle={{ fontSize: tokens.type.note.size }}
            formatter={plain}
          />
          {STATES.map(({ state }) => (
            <Bar
              key={state}
              dataKey={state}
              name={w.matches[state]}
              stackId="scenes"
              fill={`url(#${id}-${state})`}
              maxBarSize={WIDEST}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

const monthAndDay = (day: string) => day.slice(5);

/** Names in the colour of texts: those of the bars are too pale for words. */
const plain = (name: unknown) => <span style={{ color: ink.text }}>{String(name)}</span>;
