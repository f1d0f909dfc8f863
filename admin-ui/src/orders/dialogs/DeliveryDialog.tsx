import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  api,
  type Delivery,
  DeliveryFiles,
  ErrorState,
  formatTime,
  Loading,
  type Order,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { useConfig } from '../../login/useConfig';
import { CopyField } from '../../parts/CopyField';
import { PickupPlace } from './PickupPlace';

/** Where the applicant fetches the data, by download or in person: the place, the files and until when. */
export function DeliveryDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { common, delivery, orders } = useMessages();
  const id = useId();
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'delivery', order.id],
    queryFn: ({ signal }) => api.orders.delivery(order.id, { signal }),
    retry: false,
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md" fullWidth>
      <DialogTitle id={id}>
        {order.getMethod === 0 ? delivery.title : orders.pickup} · {order.ordername}
      </DialogTitle>
      <DialogContent>
        {data && <DeliveryBody delivery={data} />}
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

function DeliveryBody({ delivery }: { delivery: Delivery }) {
  const m = useMessages().delivery;
  const { detail } = useAdminMessages();
  return (
    <Stack spacing={2} sx={{ mt: 1 }}>
      {delivery.address === null ? (
        <PickupPlace physicalPath={delivery.physicalPath} />
      ) : (
        <Online address={delivery.address} />
      )}
      <Typography variant="body2" color="textSecondary">
        {delivery.expiresAt ? m.expires(formatTime(delivery.expiresAt)) : m.noExpiry}
        {delivery.tls ? ` · ${m.tls}` : ''}
      </Typography>
      <DeliveryFiles
        files={delivery.files}
        base={delivery.https}
        verify={delivery.address === null ? detail.verifyCopy : m.verify}
      />
    </Stack>
  );
}

function Online({ address }: { address: string }) {
  const m = useMessages().delivery;
  const client = useConfig().data?.ftpClientUrl;
  return (
    <>
      <CopyField label={m.address} text={address} />
      {client && (
        <Typography variant="body2">
          <Link href={client} target="_blank" rel="noreferrer">
            {m.client}
          </Link>
        </Typography>
      )}
    </>
  );
}
