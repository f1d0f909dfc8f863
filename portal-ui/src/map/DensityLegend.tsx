import Box from '@mui/material/Box';
import { textSize, useMessages } from '@scenedock/ui-kit';
import { shade } from './many/density';

/** Scenes over one place. */
const RAMP = [1, 3, 10, 30, 100];

const css = (count: number) => {
  const [red, green, blue, alpha] = shade(count);
  return `rgba(${red},${green},${blue},${(alpha / 255).toFixed(2)})`;
};

/** What the blue of very many footprints means. */
export function DensityLegend() {
  const m = useMessages();
  return (
    <Box sx={{ mt: 1, pt: 1, borderTop: 1, borderColor: 'divider', fontSize: textSize.note }}>
      {m.map.legendDensity}
      <Box sx={{ display: 'flex', mt: 0.5 }}>
        {RAMP.map((count) => (
          <Box key={count} sx={{ flex: 1, textAlign: 'center' }}>
            <Box sx={{ height: 8, bgcolor: css(count) }} />
            {count === RAMP.at(-1) ? `≥${count}` : count}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
