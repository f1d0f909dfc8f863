import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  ErrorState,
  Loading,
  type Order,
  PreparationBar,
  StateChip,
  ToneChip,
  useMessages,
} from '@scenedock/ui-kit';
import { useParams } from 'react-router';
import { ActionButtons } from './ActionButtons';
import { BasicInfo } from './BasicInfo';
import { DraftPapers } from './DraftPapers';
import { FootprintPanel } from './FootprintPanel';
import { PapersPanel } from './PapersPanel';
import { ScenesPanel } from './ScenesPanel';
import { TimelinePanel } from './TimelinePanel';
import { useOrder, useProgress } from './useOrder';

/** States in which the preparation runs. */
const RUNNING: readonly Order['sstatus'][] = [1, 3];

/** States that have a preparation to show. */
const PREPARING: readonly Order['sstatus'][] = [1, 3, 6];

function Head({ order, live }: { order: Order; live: boolean }) {
  const m = useMessages();
  const { failed, doing } = order.dataPercent;
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h1">
          {m.detail.title} {order.ordername}
        </Typography>
        <StateChip status={order.sstatus} />
        {live && RUNNING.includes(order.sstatus) ? (
          <ToneChip tone="progress" label={m.detail.live} />
        ) : null}
        <Box sx={{ flex: 1 }} />
        <ActionButtons order={order} />
      </Stack>
      {order.sstatus === 2 && order.cause ? (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {m.order.cause}：{order.cause}
        </Alert>
      ) : null}
      {PREPARING.includes(order.sstatus) ? (
        <Box sx={{ mt: 1.5 }}>
          <PreparationBar value={order.dataPercent} />
          {order.sstatus === 1 && failed > 0 && doing === 0 ? (
            <Alert severity="warning" sx={{ mt: 1 }}>
              {order.actions.includes('reextract')
                ? m.detail.failedDecide(failed)
                : m.detail.failedWaiting(failed)}
            </Alert>
          ) : null}
        </Box>
      ) : null}
    </Paper>
  );
}

export default function OrderDetailPage() {
  const id = useParams().id ?? '';
  const { data: order, error, refetch } = useOrder(id);
  const live = useProgress(order);
  if (error !== null && order === undefined) {
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  if (order === undefined) return <Loading />;
  return (
    <Stack spacing={2}>
      <Head order={order} live={live} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
        }}
      >
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <BasicInfo order={order} />
          <PapersPanel order={order} />
          {order.actions.includes('save_draft') ? (
            <DraftPapers key={order.id} order={order} />
          ) : null}
          <ScenesPanel order={order} />
        </Stack>
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <FootprintPanel orderId={order.id} />
          <TimelinePanel orderId={order.id} />
        </Stack>
      </Box>
    </Stack>
  );
}
