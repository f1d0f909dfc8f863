import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { visuallyHidden } from '@mui/utils';
import {
  DeliveryRecords,
  ErrorState,
  isOnlyWatched,
  Loading,
  type Order,
  type OrderScene,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useParams } from 'react-router';
import { orderListPath } from '../orderRoutes';
import { ListButton, useTrailBack } from '../parts/BackLink';
import { PageTitle } from '../parts/PageTitle';
import { Panel } from '../parts/Panel';
import { BasicInfo } from './BasicInfo';
import { FootprintPanel } from './FootprintPanel';
import { OrderHead } from './OrderHead';
import { PapersPanel } from './PapersPanel';
import { PickupPanel } from './PickupPanel';
import { PushesPanel } from './Pushes';
import { ResultsPanel } from './ResultsPanel';
import { ScenesPanel } from './ScenesPanel';
import { TimelinePanel } from './TimelinePanel';
import { useOrder, useProgress } from './useOrder';
import { WaitsPanel } from './WaitsPanel';

/** Of the header, in pixels. */
const HEADER_PX = 48;

/** Map and time line stay in view beside the long left column. */
const SIDE = {
  minWidth: 0,
  position: { lg: 'sticky' },
  top: HEADER_PX + 16,
  maxHeight: { lg: `calc(100vh - ${HEADER_PX + 32}px)` },
  '& > section': { flex: 'none' },
} as const;

function Panels({ order }: { order: Order }) {
  const [located, setLocated] = useState<OrderScene | null>(null);
  const isWatched = isOnlyWatched(order);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(360px, 1fr)' },
      }}
    >
      <Stack spacing={2} sx={{ minWidth: 0 }}>
        {order.expiresAt !== null && order.getMethod === 2 && !isWatched ? (
          <PickupPanel orderId={order.id} />
        ) : null}
        <WaitsPanel order={order} />
        <BasicInfo order={order} />
        <PushesPanel order={order} />
        <ResultsPanel order={order} />
        {isWatched ? null : (
          <DeliveryRecords
            order={order}
            frame={(title, list) => <Panel title={title}>{list}</Panel>}
          />
        )}
        <PapersPanel order={order} />
        <ScenesPanel order={order} located={located?.dataid ?? null} onLocate={setLocated} />
      </Stack>
      <Stack spacing={2} sx={SIDE}>
        <FootprintPanel order={order} scene={located} onWhole={() => setLocated(null)} />
        <Box tabIndex={0} sx={{ minHeight: 0, overflowY: { lg: 'auto' }, flexShrink: 1 }}>
          <TimelinePanel orderId={order.id} />
        </Box>
      </Stack>
    </Box>
  );
}

export default function OrderDetailPage() {
  const m = useMessages();
  const id = useParams().id ?? '';
  const { data: order, error, refetch } = useOrder(id);
  const live = useProgress(order);
  const { from } = useTrailBack();
  if (error !== null && order === undefined) {
    return (
      <>
        <PageTitle parts={[m.detail.title]} />
        <h1 style={visuallyHidden}>{m.detail.title}</h1>
        <ErrorState
          error={error}
          onRetry={() => void refetch()}
          back={<ListButton to={from ?? orderListPath('all')} />}
        />
      </>
    );
  }
  if (order === undefined) return <Loading />;
  return (
    <Stack spacing={2}>
      <OrderHead order={order} live={live} />
      <Panels key={order.id} order={order} />
    </Stack>
  );
}
