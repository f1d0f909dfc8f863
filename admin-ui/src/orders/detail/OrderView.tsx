import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import {
  AUDITORS_ONLY,
  ChangesList,
  DeliveryRecords,
  DownloadAll,
  ErrorState,
  FeedbackView,
  isOnlyWatched,
  type Order,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { Title } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { Panel } from '../../parts/Panel';
import { HOME } from '../list/lists';
import { usePaperDraft } from '../papers';
import { PendingNotice } from '../pendingDecision/PendingNotice';
import { PushesPanel } from '../pushes';
import { BasicInfo } from './BasicInfo';
import { EmergencyNotice } from './EmergencyNotice';
import { ExtensionNotice } from './ExtensionNotice';
import { FootprintPanel } from './FootprintPanel';
import { NO_HIGHLIGHT } from './highlight';
import { OrderHead } from './OrderHead';
import { PapersPanel } from './PapersPanel';
import { PreparationPanel } from './PreparationPanel';
import { ScenesPanel } from './ScenesPanel';
import { TimelinePanel } from './TimelinePanel';
import { WaitsPanel } from './WaitsPanel';

const NO_PAPERS: never[] = [];

/** Everything about one order, and what may be done with it. */
export function OrderView({ order }: { order: Order }) {
  const { detail } = useAdminMessages();
  const m = useMessages();
  const navigate = useNavigate();
  const from = (useLocation().state as { from?: string } | null)?.from;
  // The very page of the pending list, if it is the one that led here.
  const leave = () => void navigate(from?.split('?')[0] === HOME ? from : HOME);
  const papers = usePaperDraft(order.attachments ?? NO_PAPERS);
  const [highlight, setHighlight] = useState(NO_HIGHLIGHT);
  const isWatched = isOnlyWatched(order);
  const preparing = order.sstatus === 1 || order.sstatus === 3;
  return (
    <>
      <Title title={order.ordername} />
      <OrderHead order={order} papers={papers} onLeave={leave} />
      <Box sx={LAYOUT}>
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <Notices order={order} />
          {order.sstatus === 2 && order.cause && (
            <Alert severity={order.cancelledBy === null ? 'error' : 'info'} icon={false}>
              {order.cancelledBy === null ? detail.rejectedBecause : m.cancelled.cause}
              {m.common.colon}
              {order.cause}
              <ChangesList order={order} />
            </Alert>
          )}
          {order.sstatus === 0 && order.changes && (
            <Alert severity="info" icon={false}>
              <ChangesList order={order} />
            </Alert>
          )}
          {order.downloads.length > 0 && (
            <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
              <DownloadAll quiet downloads={order.downloads} ordername={order.ordername} />
            </Stack>
          )}
          {preparing && <PreparationPanel order={order} />}
          <WaitsPanel order={order} />
          <BasicInfo order={order} />
          <PushesPanel order={order} />
          {!isWatched && (
            <DeliveryRecords
              order={order}
              frame={(title, list) => <Panel title={title}>{list}</Panel>}
            />
          )}
          {isWatched ? (
            <Panel title={m.detail.attachments}>
              <ErrorState error={AUDITORS_ONLY} />
            </Panel>
          ) : (
            <PapersPanel
              orderId={order.id}
              papers={papers}
              editable={order.actions.includes('save_draft')}
              method={order.getMethod}
              completing={order.sstatus === 6}
            />
          )}
          {order.sstatus === 8 && (
            <Panel title={detail.feedback}>
              <FeedbackView order={order} />
            </Panel>
          )}
        </Stack>
        <TimelinePanel orderId={order.id} />
        <Stack spacing={2} sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <FootprintPanel order={order} highlight={highlight} />
          <ScenesPanel
            order={order}
            title={m.detail.scenes}
            highlight={highlight}
            onHighlight={setHighlight}
          />
        </Stack>
      </Box>
    </>
  );
}

/** What somebody should know of, or decide, before all else. */
function Notices({ order }: { order: Order }) {
  return (
    <>
      <PendingNotice orderId={order.id} />
      <EmergencyNotice order={order} />
      <ExtensionNotice order={order} />
    </>
  );
}

const LAYOUT = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.7fr) minmax(0, 1fr)' },
  alignItems: 'start',
} as const;
