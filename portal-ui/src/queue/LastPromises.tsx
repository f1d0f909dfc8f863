import Typography from '@mui/material/Typography';
import type { Queue } from '@scenedock/ui-kit';
import { textSize } from '@scenedock/ui-kit';
import { useQueueWords } from './useQueueWords';

/** What is promised, and what share of it was kept last month, rounded down. */
export function LastPromises({ promise }: { promise: Queue['promise'] }) {
  const m = useQueueWords();
  const { hours, month, promised, kept } = promise;
  return (
    <>
      <Typography>{hours === null ? m.notPromised : m.promised(hours)}</Typography>
      {promised === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {m.noneKept(month)}
        </Typography>
      ) : (
        <>
          <Typography sx={{ mt: 1, fontSize: textSize.section, fontWeight: 600 }}>
            {m.kept(month)} {Math.floor((kept * 100) / promised)}%
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {m.keptOf(kept, promised)}
          </Typography>
        </>
      )}
    </>
  );
}
