import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import { type ReactNode, useEffect, useRef, useState } from 'react';

type Props = { label: string; children: ReactNode };

/** A box that scrolls sideways when what is in it is too wide, says so, and can then be reached by keyboard. */
export function ScrollBox({ label, children }: Props) {
  const m = useMessages();
  const box = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const own = box.current;
    if (own === null || typeof ResizeObserver === 'undefined') return;
    const look = () => setWide(own.scrollWidth > own.clientWidth + 1);
    const observer = new ResizeObserver(look);
    observer.observe(own);
    for (const child of own.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      {wide ? (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ px: 1.5, py: 0.5 }}>
          {m.orders.scrollHint}
        </Typography>
      ) : null}
      <Box
        ref={box}
        sx={{ overflowX: 'auto', width: '100%' }}
        {...(wide ? { tabIndex: 0, role: 'region', 'aria-label': label } : {})}
      >
        {children}
      </Box>
    </>
  );
}
