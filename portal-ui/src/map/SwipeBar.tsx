import Box from '@mui/material/Box';
import { textSize, tokens, useMessages } from '@scenedock/ui-kit';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

/** How far an arrow key moves the bar, in percent of the map. */
const STEP = 2;

const within = (percent: number) => Math.min(100, Math.max(0, percent));

/** How far a key brings the bar; null when it is no key of a slider. */
function keyTarget(key: string, at: number): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return within(at - STEP);
  if (key === 'ArrowRight' || key === 'ArrowUp') return within(at + STEP);
  if (key === 'PageDown') return within(at - 5 * STEP);
  if (key === 'PageUp') return within(at + 5 * STEP);
  if (key === 'Home') return 0;
  return key === 'End' ? 100 : null;
}

type Props = { at: number; onMove: (at: number) => void };

/** The line between two compared base maps: dragged by mouse or finger, moved by keys. */
export function SwipeBar({ at, onMove }: Props) {
  const m = useMessages();
  const bar = useRef<HTMLDivElement>(null);
  const drag = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = bar.current?.parentElement?.getBoundingClientRect();
    if (box !== undefined) onMove(within(((event.clientX - box.left) / box.width) * 100));
  };
  const press = (event: KeyboardEvent) => {
    const next = keyTarget(event.key, at);
    if (next === null) return;
    event.preventDefault();
    onMove(next);
  };
  return (
    <Box
      ref={bar}
      role="slider"
      tabIndex={0}
      aria-label={m.map.swipeBar}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(at)}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      sx={{
        position: 'absolute',
        top: 0,
        bottom: 0,
        left: `${at}%`,
        width: 28,
        ml: '-14px',
        cursor: 'ew-resize',
        touchAction: 'none',
        '&::before': {
          content: '""',
          position: 'absolute',
          inset: '0 13px',
          bgcolor: tokens.map.white,
          boxShadow: `0 0 0 1px ${tokens.map.swipeEdge}`,
        },
        '&::after': {
          content: '"◂ ▸"',
          position: 'absolute',
          top: '50%',
          left: -2,
          width: 32,
          height: 32,
          mt: '-16px',
          borderRadius: '50%',
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
          fontSize: textSize.note,
          lineHeight: '32px',
          textAlign: 'center',
          boxShadow: 3,
        },
        '&:focus-visible': { outline: 'none' },
        '&:focus-visible::after': { outline: '3px solid', outlineColor: 'warning.main' },
      }}
    />
  );
}
