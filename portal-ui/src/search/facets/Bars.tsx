import Box from '@mui/material/Box';
import { ink, textSize } from '@scenedock/ui-kit';
import { type PointerEvent, useRef, useState } from 'react';
import type { Criteria } from '../searchState';
import { type Bin, rangeOf } from './bins';

type Range = Pick<Criteria, 'from' | 'to'>;

type Props = {
  bins: readonly Bin[];
  inside: readonly boolean[];
  pointed: number | null;
  range: Range;
  onPoint: (at: number | null) => void;
  onRange: (range: Range) => void;
};

const HEIGHT = 72;

/** Even one scene among thousands is to be seen. */
const LEAST = 2;

/** Names under the first, the last and at most three bars between them. */
function ticks(bins: readonly Bin[]): Bin[] {
  const tickCount = Math.min(bins.length, 4);
  const at = Array.from({ length: tickCount }, (_, tick) =>
    Math.round((tick * (bins.length - 1)) / Math.max(tickCount - 1, 1)),
  );
  return at.flatMap((index) => bins[index] ?? []);
}

/** The bars. They are for the pointer: keyboards and readers have the sliders and the table below. */
export function Bars({ bins, inside, pointed, range, onPoint, onRange }: Props) {
  const box = useRef<SVGSVGElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const most = Math.max(1, ...bins.map((bin) => bin.count));
  const barAt = ({ clientX }: PointerEvent) => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {};
    const at = Math.floor(((clientX - left) / width) * bins.length);
    return Math.min(Math.max(at, 0), bins.length - 1);
  };
  const lit = (at: number) =>
    drag === null
      ? inside[at]
      : at >= Math.min(drag.from, drag.to) && at <= Math.max(drag.from, drag.to);
  const end = () => {
    if (drag === null) return;
    const next = rangeOf(bins, drag.from, drag.to);
    setDrag(null);
    // A click on the one period that is chosen already takes it back.
    const same = next.from === range.from && next.to === range.to;
    onRange(same ? { from: null, to: null } : next);
  };
  return (
    <Box aria-hidden>
      <Box
        component="svg"
        ref={box}
        viewBox={`0 0 ${Math.max(bins.length, 1)} ${HEIGHT}`}
        preserveAspectRatio="none"
        data-testid="histogram"
        onPointerDown={(event: PointerEvent<SVGSVGElement>) => {
          if (event.button !== 0 || bins.length === 0) return;
          event.currentTarget.setPointerCapture?.(event.pointerId);
          setDrag({ from: barAt(event), to: barAt(event) });
        }}
        onPointerMove={(event: PointerEvent<SVGSVGElement>) => {
          if (bins.length === 0) return;
          onPoint(barAt(event));
          if (drag !== null) setDrag({ ...drag, to: barAt(event) });
        }}
        onPointerUp={end}
        onPointerCancel={() => setDrag(null)}
        onPointerLeave={() => onPoint(null)}
        sx={{
          display: 'block',
          width: '100%',
          height: HEIGHT,
          cursor: 'col-resize',
          touchAction: 'pan-y',
          borderBottom: `1px solid ${ink.bar}`,
        }}
      >
        {bins.map((bin, at) => {
          const height = bin.count === 0 ? 0 : Math.max(LEAST, (bin.count / most) * (HEIGHT - 4));
          const colour = lit(at) ? ink.actionSoft : ink.bar;
          return (
            <g key={bin.name}>
              {at === pointed ? (
                <rect x={at} y={0} width={1} height={HEIGHT} fill={ink.shade} />
              ) : null}
              <rect
                x={at + 0.1}
                y={HEIGHT - height}
                width={0.8}
                height={height}
                fill={at === pointed ? ink.action : colour}
              />
            </g>
          );
        })}
      </Box>
      <TickNames bins={bins} />
    </Box>
  );
}

function TickNames({ bins }: Pick<Props, 'bins'>) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        fontSize: textSize.note,
        color: 'text.secondary',
        pt: 0.25,
      }}
    >
      {ticks(bins).map((bin) => (
        <span key={bin.name}>{bin.name}</span>
      ))}
    </Box>
  );
}
