import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  ChangesList,
  DownloadAll,
  ExpiryChip,
  type Order,
  PreparationBar,
  StateChip,
  ToneChip,
  useConfig,
  useMessages,
  useStateName,
} from '@scenedock/ui-kit';
import { listOfStatus, orderListPath } from '../orderRoutes';
import { BackLink, useTrailBack } from '../parts/BackLink';
import { PageTitle } from '../parts/PageTitle';
import { ActionButtons } from './ActionButtons';

/** States in which the preparation runs. */
const RUNNING: readonly Order['sstatus'][] = [1, 3];

/** States that have a preparation to show. */
const PREPARING: readonly Order['sstatus'][] = [1, 3, 6];

function Preparation({ order }: { order: Order }) {
  const m = useMessages();
  const { failed, doing } = order.dataPercent;
  const text = order.actions.includes('reextract')
    ? m.detail.failedDecide(failed)
    : m.detail.failedWaiting(failed);
  return (
    <Box sx={{ mt: 1.5 }}>
      <PreparationBar value={order.dataPercent} />
      {order.sstatus === 1 && failed > 0 && doing === 0 ? (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {text}
        </Alert>
      ) : null}
    </Box>
  );
}

/** Which order this is, how it stands, and what may be done. */
export function OrderHead({ order, live }: { order: Order; live: boolean }) {
  const m = useMessages();
  const { from } = useTrailBack();
  const { promisedHours } = useConfig();
  const state = useStateName({ status: order.sstatus, cancelledBy: order.cancelledBy });
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <BackLink to={from ?? orderListPath(listOfStatus(order.sstatus))} label={m.steer.back} />
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <PageTitle parts={[`${m.detail.title} ${order.ordername}`, state]} />
        <Typography variant="h1">
          {m.detail.title} {order.ordername}
        </Typography>
        <StateChip status={order.sstatus} cancelledBy={order.cancelledBy} />
        {live && RUNNING.includes(order.sstatus) ? (
          <ToneChip tone="progress" label={m.detail.live} />
        ) : null}
        {order.expiresAt === null ? null : <ExpiryChip expiresAt={order.expiresAt} />}
        <Box sx={{ flex: 1 }} />
        <ActionButtons order={order} />
      </Stack>
      {order.sstatus === 2 && order.cause ? (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {order.cancelledBy === null ? m.order.cause : m.cancelled.cause}
          {m.common.colon}
          {order.cause}
          {order.changes === undefined ? null : (
            <Box sx={{ mt: 1 }}>
              <ChangesList order={order} />
            </Box>
          )}
        </Alert>
      ) : null}
      {order.sstatus === 0 && promisedHours ? (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {m.detail.promise(promisedHours)}
        </Typography>
      ) : null}
      {order.sstatus === 0 && order.changes !== undefined ? (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          <ChangesList order={order} />
        </Alert>
      ) : null}
      {order.downloads.length === 0 ? null : (
        <Stack direction="row" sx={{ mt: 1.5, gap: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}>
          <DownloadAll downloads={order.downloads} ordername={order.ordername} />
        </Stack>
      )}
      {PREPARING.includes(order.sstatus) ? <Preparation order={order} /> : null}
    </Paper>
  );
}
