import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { api } from '../api/endpoints';
import type { Delivery, Order } from '../api/types';
import { useConfig } from '../api/useConfig';
import { formatTime } from '../format';
import { useMessages } from '../messages/LocaleProvider';
import { QueryResult } from '../parts/States';
import { Commands } from './Commands';
import { parseAddress } from './commands';
import { DeliveryFiles } from './DeliveryFiles';
import { DownloadAll } from './DownloadAll';
import { FtpAccount } from './FtpAccount';
import { PickupFacts } from './PickupFacts';

/** A delivery that is fetched over the net: it has addresses. */
type Online = Delivery & { address: string; https: string };

const isOnline = (delivery: Delivery): delivery is Online =>
  delivery.address !== null && delivery.https !== null;

function Expiry({ delivery, now }: { delivery: Delivery; now: number }) {
  const m = useMessages();
  if (delivery.expiresAt === null) return <Alert severity="info">{m.delivery.noExpiry}</Alert>;
  if (new Date(delivery.expiresAt).getTime() <= now) {
    return <Alert severity="warning">{m.delivery.expired}</Alert>;
  }
  const tls = delivery.tls ? ` · ${m.delivery.tls}` : '';
  return (
    <Alert severity="info">
      {m.delivery.expires(formatTime(delivery.expiresAt))}
      {tls}
    </Alert>
  );
}

type OnlineProps = { delivery: Online; order: DeliveryDialogProps['order'] };

function OnlineDelivery({ delivery, order }: OnlineProps) {
  const m = useMessages();
  const { ftpClientUrl } = useConfig();
  const [now] = useState(() => Date.now());
  const [open, setOpen] = useState(false);
  const parts = parseAddress(delivery.address);
  return (
    <Stack spacing={2}>
      <Expiry delivery={delivery} now={now} />
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        <DownloadAll downloads={order.downloads ?? []} ordername={order.ordername} />
      </Stack>
      <Typography variant="h3">{m.fetch.ftp}</Typography>
      <FtpAccount address={delivery.address} parts={parts} open={open} onOpen={setOpen} />
      {ftpClientUrl === '' ? null : (
        <Link href={ftpClientUrl} target="_blank" rel="noopener">
          {m.delivery.client}
        </Link>
      )}
      {parts === null ? null : (
        <Commands delivery={delivery} parts={parts} into={order.ordername} open={open} />
      )}
      <DeliveryFiles files={delivery.files} base={delivery.https} verify={m.delivery.verify} />
    </Stack>
  );
}

type OfflineProps = Pick<DeliveryDialogProps, 'order' | 'staff'> & { delivery: Delivery };

/** Where an offline copy is fetched; whoever copies it also sees where it lies and what it holds. */
function OfflineDelivery({ order, staff, delivery }: OfflineProps) {
  const m = useMessages();
  const path = delivery.physicalPath ?? order.physicalPath;
  return (
    <Stack spacing={2}>
      <Typography color="textSecondary">{m.detail.pickupHint}</Typography>
      <PickupFacts orderId={order.id} physicalPath={path} staff={staff} />
      {staff ? (
        <DeliveryFiles files={delivery.files} base={null} verify={m.delivery.verifyCopy} />
      ) : null}
    </Stack>
  );
}

type DeliveryDialogProps = {
  order: Pick<Order, 'id' | 'ordername'> & Partial<Pick<Order, 'physicalPath' | 'downloads'>>;
  /** Administrators copy what is fetched offline. */
  staff: boolean;
  /** Leads to the page with the survey's contact. */
  contact: ReactNode;
  onClose: () => void;
};

/** How to fetch a prepared order; an offline copy has no address, and its pick-up is shown instead. */
export function DeliveryDialog({ order, staff, contact, onClose }: DeliveryDialogProps) {
  const m = useMessages();
  const id = useId();
  const query = useQuery({
    queryKey: ['orders', 'delivery', order.id],
    queryFn: ({ signal }) => api.orders.delivery(order.id, { signal }),
    gcTime: 0,
    retry: false,
  });
  const { data } = query;
  const offline = data !== undefined && !isOnline(data);
  const width = offline && !staff ? 'xs' : 'md';
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth={width} aria-labelledby={id}>
      <DialogTitle id={id}>
        {offline ? m.orders.pickup : m.delivery.title} · {order.ordername}
      </DialogTitle>
      <DialogContent dividers>
        <QueryResult query={query}>
          {(delivery) =>
            isOnline(delivery) ? (
              <OnlineDelivery delivery={delivery} order={order} />
            ) : (
              <OfflineDelivery delivery={delivery} order={order} staff={staff} />
            )
          }
        </QueryResult>
      </DialogContent>
      <DialogActions>
        {offline ? contact : null}
        <Button variant="contained" onClick={onClose}>
          {m.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
