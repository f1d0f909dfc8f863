import Box from '@mui/material/Box';
import { formatLonLat, useMessages } from '@scenedock/ui-kit';

const label = {
  position: 'absolute',
  bottom: 4,
  px: 0.75,
  borderRadius: 0.5,
  bgcolor: 'rgba(255,255,255,.82)',
  color: '#33424d',
  fontSize: 11,
  pointerEvents: 'none',
} as const;

/** Where the pointer is, and whose map this is. */
export function MapCredit({ pointer }: { pointer: readonly [number, number] | null }) {
  const m = useMessages();
  return (
    <>
      {pointer === null ? null : (
        <Box sx={{ ...label, left: 6, fontVariantNumeric: 'tabular-nums' }}>
          {m.search.coordinates}: {formatLonLat(pointer)}
        </Box>
      )}
      <Box sx={{ ...label, right: 6, display: { xs: 'none', sm: 'block' } }}>
        {m.search.mapCredit}
      </Box>
    </>
  );
}
