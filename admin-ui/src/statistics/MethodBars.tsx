import { useNavigate } from 'react-router-dom';
import { Bar, BarChart, Brush, CartesianGrid, Legend, Tooltip, XAxis, YAxis } from 'recharts';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChartFrame } from '../parts/figures/ChartFrame';
import { whole } from '../parts/figures/numbers';
import { CHART, LEGEND, TOOLTIP } from '../parts/figures/series';
import { useHatches } from '../parts/figures/useHatches';

/** The part that is shown first (portal specification section 2: zoom 25% to 45%). */
const ZOOM = { from: 0.25, to: 0.45 };
/** With fewer columns all are shown: a fifth of them would be one column. */
const FEWEST = 10;
/** Chinese characters of a name below its column. */
const NAME = 8;
/** Pixels. */
const WIDEST = 56;
const TICK = { fill: CHART.text, fontSize: CHART.font };

/** The first and the last column that are shown at first. */
export function firstZoom(columns: number): { startIndex: number; endIndex: number } {
  if (columns < FEWEST) return { startIndex: 0, endIndex: Math.max(columns - 1, 0) };
  return {
    startIndex: Math.floor((columns - 1) * ZOOM.from),
    endIndex: Math.ceil((columns - 1) * ZOOM.to),
  };
}

/** A Chinese character is as wide as two others. */
const widthOf = (character: string) => (character > '\u2e7f' ? 1 : 0.5);

function shortened(name: string): string {
  let text = '';
  let width = 0;
  for (const character of name) {
    width += widthOf(character);
    if (width > NAME) return `${text}…`;
    text += character;
  }
  return name;
}

/** What one column counts. */
interface MethodBar {
  name: string;
  online: number;
  offline: number;
  /** Said beside the name when the pointer rests on it. */
  note: string;
  /** Where a press on each part leads; the keyboard has the links of the table beside. */
  rows?: { online: string; offline: string } | undefined;
}

interface MethodBarsProps {
  label: string;
  bars: MethodBar[];
  /** A slider moves through all of them; at first only a part is shown. */
  zoom?: boolean;
}

/** Orders, offline above online. */
export function MethodBars({ label, bars, zoom = false }: MethodBarsProps) {
  const { fillOf, hatches } = useHatches();
  const { statistics: m } = useAdminMessages();
  const navigate = useNavigate();
  const leadsOn = bars.some(({ rows }) => rows);
  const opening = (method: 'online' | 'offline') =>
    leadsOn
      ? {
          cursor: 'pointer',
          onClick: ({ payload }: { payload?: MethodBar }) => {
            if (payload?.rows) navigate(payload.rows[method]);
          },
        }
      : {};
  const notes = new Map(bars.map((bar) => [bar.name, bar.note]));
  return (
    <ChartFrame name={label} height={zoom ? 340 : 280} interactive={zoom} leadsOn={leadsOn}>
      <BarChart
        data={bars}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        {hatches}
        <CartesianGrid stroke={CHART.line} vertical={false} />
        <XAxis dataKey="name" tick={TICK} stroke={CHART.line} tickFormatter={shortened} />
        <YAxis tick={TICK} stroke={CHART.line} allowDecimals={false} width={48} />
        <Tooltip
          formatter={(value) => `${whole(Number(value))} ${m.perOrders}`}
          labelFormatter={(name) => `${name} · ${notes.get(String(name)) ?? ''}`}
          cursor={{ fill: CHART.pointed }}
          itemStyle={TOOLTIP}
          isAnimationActive={false}
        />
        <Legend itemSorter={null} wrapperStyle={LEGEND} />
        <Bar
          dataKey="online"
          name={m.online}
          stackId="orders"
          fill={fillOf('online')}
          {...opening('online')}
          isAnimationActive={false}
          maxBarSize={WIDEST}
        />
        <Bar
          dataKey="offline"
          name={m.offline}
          stackId="orders"
          fill={fillOf('offline')}
          {...opening('offline')}
          maxBarSize={WIDEST}
          isAnimationActive={false}
        />
        {zoom && (
          <Brush
            dataKey="name"
            height={24}
            stroke={CHART.text}
            tickFormatter={shortened}
            {...firstZoom(bars.length)}
          />
        )}
      </BarChart>
    </ChartFrame>
  );
}
