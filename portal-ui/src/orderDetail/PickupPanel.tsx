import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {
  api,
  ErrorState,
  type Fact,
  Facts,
  formatBytes,
  formatTime,
  Loading,
  type Messages,
  type Pickup,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ContactButton } from '../contact/ContactButton';
import { pickupSheetPath } from '../orderRoutes';
import { Panel } from '../parts/Panel';

function facts(pickup: Pickup, m: Messages): Fact[] {
  const tele = pickup.contactTele;
  const path = pickup.physicalPath;
  const phone = <MuiLink href={`tel:${tele}`}>{tele}</MuiLink>;
  const rows: Fact[] = [
    [m.orders.phone, tele === '' ? m.contact.none : phone],
    [m.orders.address, pickup.contactAddress || m.contact.none],
    [m.detail.pickupBy, formatTime(pickup.expiresAt)],
    [m.delivery.files, m.detail.fileCount(pickup.files.length, formatBytes(pickup.totalSize))],
  ];
  if (path !== null) rows.push([m.detail.physicalPath, <code key="path">{path}</code>]);
  return rows;
}

/** What is to be fetched, read once for panel and sheet. */
export function usePickup(orderId: string) {
  return useQuery({
    queryKey: ['orders', 'pickup', orderId],
    queryFn: ({ signal }) => api.orders.pickup(orderId, { signal }),
  });
}

/** Where and until when an offline copy can be fetched. */
export function PickupPanel({ orderId }: { orderId: string }) {
  const m = useMessages();
  const { data, error, refetch } = usePickup(orderId);
  return (
    <Panel
      title={m.detail.pickupTitle}
      side={
        <>
          <ContactButton />
          <Button
            component={Link}
            to={pickupSheetPath(orderId)}
            variant="contained"
            color="secondary"
            startIcon={<PrintOutlined />}
          >
            {m.detail.pickupSheet}
          </Button>
        </>
      }
    >
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && error === null ? <Loading /> : null}
      {data === undefined ? null : (
        <>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            {m.detail.pickupHint}
          </Typography>
          <Facts facts={facts(data, m)} layout="grid" />
        </>
      )}
    </Panel>
  );
}
