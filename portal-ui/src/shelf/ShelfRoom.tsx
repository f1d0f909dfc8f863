import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatBytes, type Shelf } from '@scenedock/ui-kit';
import { Panel } from '../parts/Panel';
import { useShelfWords } from './useShelfWords';

/** The share of the room from which on it is said that little is left. */
const TIGHT = 0.9;

/** What is free is grey: a pale bar in the colour of what is used looks as if all of it were. */
const ROOM_BAR = { height: 8, borderRadius: 1, bgcolor: 'divider' } as const;

/** How much room there is, how much of it is used, and for how long. */
export function ShelfRoom({ shelf: { bytes, mostBytes, files, days } }: { shelf: Shelf }) {
  const m = useShelfWords();
  const share = mostBytes === 0 ? 1 : Math.min(1, bytes / mostBytes);
  const isTight = share >= TIGHT;
  const line = m.used(formatBytes(bytes), formatBytes(mostBytes), files);
  return (
    <Panel title={m.room}>
      <Stack sx={{ gap: 1 }}>
        <LinearProgress
          variant="determinate"
          color={isTight ? 'warning' : 'primary'}
          value={share * 100}
          aria-label={m.room}
          aria-valuetext={line}
          sx={ROOM_BAR}
        />
        <Typography variant="body2">{line}</Typography>
        <Typography variant="caption" color="textSecondary">
          {m.days(days)}
        </Typography>
        {isTight ? <Alert severity="warning">{m.tight}</Alert> : null}
      </Stack>
    </Panel>
  );
}
