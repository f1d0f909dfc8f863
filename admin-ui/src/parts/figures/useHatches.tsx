import { tokens } from '@scenedock/ui-kit';
import { useId } from 'react';
import { SERIES, type SeriesName } from './series';

/** How far apart lines are, in pixels. */
const STEP = 6;
/** Dark on the colours, so that white numbers upon both can be read. */
const INK = { color: tokens.light.text, opacity: 0.5 } as const;

/** What lies on the colour of each series: nothing, rising lines, dots. A print without colour still tells them apart. */
const MARKS = {
  online: null,
  offline: (
    <path d={`M-1 ${STEP + 1}L${STEP + 1} -1`} stroke={INK.color} strokeOpacity={INK.opacity} />
  ),
  total: <circle cx={STEP / 2} cy={STEP / 2} r={1.2} fill={INK.color} fillOpacity={INK.opacity} />,
} as const;

const NAMES = Object.keys(SERIES) as SeriesName[];

/** What bars are filled with, and the grounds that a chart has to hold for it, so that its picture stands alone. */
export function useHatches() {
  const id = useId().replaceAll(/\W/g, '');
  const fillOf = (series: SeriesName) =>
    MARKS[series] === null ? SERIES[series].colour : `url(#${id}-${series})`;
  const hatches = (
    <defs>
      {NAMES.map((series) => (
        <pattern
          key={series}
          id={`${id}-${series}`}
          width={STEP}
          height={STEP}
          patternUnits="userSpaceOnUse"
        >
          <rect width={STEP} height={STEP} fill={SERIES[series].colour} />
          {MARKS[series]}
        </pattern>
      ))}
    </defs>
  );
  return { fillOf, hatches };
}
