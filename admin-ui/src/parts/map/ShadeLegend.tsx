import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef } from 'react';
import { tileOf } from './shades';

const SWATCH = { width: 28, height: 20 };

interface ShadeLegendProps {
  /** What the numbers are. */
  label: string;
  entries: readonly { shade: number; words: string }[];
}

/** What a map is filled with: the more, the darker and the denser the lines. */
export function ShadeLegend({ label, entries }: ShadeLegendProps) {
  const id = useId();
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}
    >
      <Typography id={id} variant="caption">
        {label}
      </Typography>
      <Box
        component="ul"
        aria-labelledby={id}
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, m: 0, p: 0 }}
      >
        {entries.map(({ shade, words }) => (
          <Box
            key={words}
            component="li"
            sx={{ display: 'flex', alignItems: 'center', gap: 0.5, typography: 'caption' }}
          >
            <Swatch shade={shade} />
            {words}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function Swatch({ shade }: { shade: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    const tile = tileOf(shade);
    const pattern = tile === null ? null : context?.createPattern(tile, 'repeat');
    if (!context || !pattern) return;
    context.clearRect(0, 0, SWATCH.width, SWATCH.height);
    context.fillStyle = pattern;
    context.fillRect(0, 0, SWATCH.width, SWATCH.height);
  }, [shade]);
  return (
    <Box
      component="canvas"
      ref={canvas}
      {...SWATCH}
      aria-hidden
      sx={{ ...SWATCH, border: 1, borderColor: 'divider' }}
    />
  );
}
