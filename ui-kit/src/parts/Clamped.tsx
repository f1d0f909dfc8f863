import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useLayoutEffect, useRef, useState } from 'react';

type Props = {
  text: string;
  lines?: number;
  /** Widest, in pixels; as wide as its place when left out. */
  maxWidth?: number;
};

/**
 * The first lines of a text that may be long. Where something is cut off, the pointer and the keyboard show all of it;
 * screen readers read all of it in any case.
 */
export function Clamped({ text, lines = 2, maxWidth }: Props) {
  const element = useRef<HTMLElement>(null);
  const [cut, setCut] = useState(false);
  useLayoutEffect(() => {
    const own = element.current;
    if (own === null || text === '') return;
    const look = () => setCut(own.scrollHeight > own.clientHeight + 1);
    look();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(look);
    observer.observe(own);
    return () => observer.disconnect();
  }, [text]);
  return (
    <Tooltip title={cut ? text : ''} describeChild slotProps={{ tooltip: { sx: LONG } }}>
      <Box
        ref={element}
        component="span"
        tabIndex={cut ? 0 : undefined}
        sx={{
          display: '-webkit-box',
          WebkitLineClamp: lines,
          WebkitBoxOrient: 'vertical',
          overflow: 'hidden',
          overflowWrap: 'anywhere',
          maxWidth,
        }}
      >
        {text}
      </Box>
    </Tooltip>
  );
}

const LONG = { maxWidth: 480, overflowWrap: 'anywhere', fontSize: 13 } as const;
