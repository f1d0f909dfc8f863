import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { DataPercent } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { TONES } from '../theme';

/** Share of `part` in `all`, in per cent between 0 and 100. */
export function share(part: number, all: number): number {
  return all <= 0 ? 0 : Math.min(100, Math.max(0, (part / all) * 100));
}

/** Preparation of an order: what is done (teal), at the end what has failed (red), the rest grey; the counts below. */
export function PreparationBar({ value, dense = false }: { value: DataPercent; dense?: boolean }) {
  const m = useMessages();
  const percent = Number.parseFloat(value.percentStr) || 0;
  const line = m.order.progressLine(value);
  return (
    <Box sx={{ minWidth: 140 }}>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
        <Box
          role="progressbar"
          aria-label={m.order.progress}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(percent)}
          aria-valuetext={`${value.percentStr} ${line}`}
          sx={{
            flex: 1,
            display: 'flex',
            height: dense ? 6 : 10,
            borderRadius: 5,
            overflow: 'hidden',
            bgcolor: '#dde4e9',
          }}
        >
          <Box
            sx={{
              width: `${share(percent, 100)}%`,
              bgcolor: TONES.progress.dot,
              transition: 'width .4s',
            }}
          />
          <Box
            sx={{
              ml: 'auto',
              width: `${Math.min(share(value.failed, value.allSize), 100 - percent)}%`,
              bgcolor: TONES.danger.dot,
            }}
          />
        </Box>
        <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
          {value.percentStr}
        </Typography>
      </Stack>
      <Typography variant="caption" color="textSecondary" component="div">
        {line}
      </Typography>
    </Box>
  );
}
