import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useMessages } from '@scenedock/ui-kit';

/** As many grey rows as what is being loaded will take, so that nothing jumps when it comes. */
export function RowSkeletons({ rows, height }: { rows: number; height: number }) {
  const m = useMessages();
  return (
    <Box role="status" aria-label={m.common.loading}>
      {Array.from({ length: rows }, (_, at) => (
        <Box key={at} sx={{ height, display: 'flex', alignItems: 'center', gap: 1, px: 1 }}>
          {height > 40 ? (
            <Skeleton variant="rounded" width={56} height={height - 16} animation="wave" />
          ) : null}
          <Box sx={{ flex: 1 }}>
            <Skeleton width={`${85 - ((at * 17) % 30)}%`} animation="wave" />
            {height > 40 ? <Skeleton width="55%" animation="wave" /> : null}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
