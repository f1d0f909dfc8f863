import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import { percentText } from './SceneFacts';

type Props = {
  /** Percent of the area that this page covers; nothing where it cannot be told. */
  coverage: number | null;
  busy: boolean;
  /** The figure is of the search before. */
  stale: boolean;
  onCheapest: () => void;
};

/** How much of the searched area this page covers, and the way to the scenes that do it with the least data. */
export default function CoverageBar({ coverage, busy, stale, onCheapest }: Props) {
  const m = useMessages();
  return (
    <Stack
      direction="row"
      sx={{
        px: 1,
        minHeight: 38,
        gap: 1,
        alignItems: 'center',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Stack
        aria-busy={stale}
        sx={{ flex: 1, minWidth: 0, color: stale ? 'text.secondary' : 'text.primary' }}
      >
        {coverage === null ? null : (
          <>
            <Typography variant="caption" noWrap>
              {m.find.pageCovers(percentText(coverage))}
            </Typography>
            <LinearProgress
              variant="determinate"
              aria-label={m.find.pageCovers(percentText(coverage))}
              color="secondary"
              value={Math.min(coverage, 100)}
              sx={{ borderRadius: 1, opacity: stale ? 0.45 : 1 }}
            />
          </>
        )}
      </Stack>
      <Tooltip describeChild title={m.find.cheapestHint}>
        <Button
          variant="outlined"
          onClick={onCheapest}
          disabled={busy}
          startIcon={busy ? <CircularProgress size={14} color="inherit" aria-hidden /> : undefined}
          sx={{ whiteSpace: 'nowrap' }}
        >
          {m.find.cheapest}
        </Button>
      </Tooltip>
    </Stack>
  );
}
