import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatTime, type Order, PreparationBar, ToneChip, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { Panel } from '../../parts/Panel';
import { useLiveProgress } from './useLiveProgress';

/** Preparation as it happens. */
export function PreparationPanel({ order }: { order: Order }) {
  const m = useMessages();
  const { detail } = useAdminMessages();
  const { progress, connected } = useLiveProgress(order);
  const { failed, doing } = progress.dataPercent;
  return (
    <Panel
      title={m.order.progress}
      aside={
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }} role="status">
          <Typography variant="caption" color="textSecondary">
            {detail.updatedAt(formatTime(progress.updatetime))}
          </Typography>
          <ToneChip
            tone={connected ? 'success' : 'warning'}
            label={connected ? detail.streaming : detail.streamLost}
          />
        </Stack>
      }
    >
      <PreparationBar value={progress.dataPercent} />
      {progress.sstatus === 1 && failed > 0 && doing === 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {/* Operators watch; what comes next is for others to decide. */}
          {order.actions?.includes('reextract')
            ? m.detail.failedDecide(failed)
            : m.detail.failedWaiting(failed)}
        </Alert>
      )}
    </Panel>
  );
}
