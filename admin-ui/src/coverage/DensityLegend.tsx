import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { CLASSES, classWords } from './densityClasses';
import { tileOf } from './densityLook';

const SWATCH = { width: 28, height: 20 };

/** What the map is filled with: the more scenes, the darker and the denser the lines. */
export function DensityLegend() {
  const { coverage: m } = useAdminMessages();
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}
    >
      <Typography id="density-legend" variant="caption">
        {m.legend}
      </Typography>
      <Box
        component="ul"
        aria-labelledby="density-legend"
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, m: 0, p: 0 }}
      >
        {CLASSES.map((least, place) => (
          <Box
            key={least}
            component="li"
            sx={{ display: 'flex', alignItems: 'center', gap: 0.5, typography: 'caption' }}
          >
            <Swatch place={place} />
            {classWords(place)}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function Swatch({ place }: { place: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    const tile = tileOf(place);
    const pattern = tile === null ? null : context?.createPattern(tile, 'repeat');
    if (!context || !pattern) return;
    context.clearRect(0, 0, SWATCH.width, SWATCH.height);
    context.fillStyle = pattern;
    context.fillRect(0, 0, SWATCH.width, SWATCH.height);
  }, [place]);
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
