import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {
  type Fact,
  Facts,
  formatBytes,
  formatTime,
  type Messages,
  type Pickup,
  QueryResult,
  useMessages,
  usePickup,
} from '@scenedock/ui-kit';
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

/** Where and until when an offline copy can be fetched. */
export function PickupPanel({ orderId }: { orderId: string }) {
  const m = useMessages();
  const query = usePickup(orderId);
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
      <QueryResult query={query}>
        {(pickup) => (
          <>
            <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
              {m.detail.pickupHint}
            </Typography>
            <Facts facts={facts(pickup, m)} layout="grid" />
          </>
        )}
      </QueryResult>
    </Panel>
  );
}
