import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/endpoints';
import { useConfig } from '../api/useConfig';
import { formatBytes, formatTime } from '../format';
import { useMessages } from '../messages/LocaleProvider';
import { CopyButton } from '../parts/CopyButton';
import { type Fact, Facts } from '../parts/Facts';
import { ink, textSize } from '../tokens';

type Props = {
  orderId: string;
  /** What the order itself says of it, until the pick-up sheet is here. */
  physicalPath?: string | null | undefined;
  /** Administrators see where the copy lies, and whether it does already. */
  staff: boolean;
};

function PhysicalPath({ path }: { path: string | null }) {
  const { delivery, detail } = useMessages();
  return (
    <Box sx={{ mt: 1.5, p: 1.5, bgcolor: ink.raised, borderRadius: 1 }}>
      <Typography variant="body2" color="textSecondary">
        {path === null ? delivery.notStaged : detail.physicalPath}
      </Typography>
      {path === null ? null : (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Box component="code" sx={{ flex: 1, fontSize: textSize.body, overflowWrap: 'anywhere' }}>
            {path}
          </Box>
          <CopyButton text={path} name={detail.physicalPath} />
        </Box>
      )}
    </Box>
  );
}

/** Where an offline copy is fetched, and what will be handed over. Without a pick-up sheet the contact stands alone. */
export function PickupFacts({ orderId, physicalPath = null, staff }: Props) {
  const m = useMessages();
  const config = useConfig();
  const { data } = useQuery({
    queryKey: ['orders', 'pickup', orderId],
    queryFn: ({ signal }) => api.orders.pickup(orderId, { signal }),
    retry: false,
  });
  const facts: Fact[] = [
    [m.orders.phone, data?.contactTele || config.contactTele || m.contact.none],
    [m.orders.address, data?.contactAddress || config.contactAddress || m.contact.none],
  ];
  if (data !== undefined) {
    facts.push(
      [m.order.dataCount, String(data.dataCount)],
      [m.orders.copySize, formatBytes(data.totalSize)],
      [m.detail.preparedAt, formatTime(data.preparedAt)],
    );
  }
  return (
    <div>
      <Facts facts={facts} />
      {staff ? <PhysicalPath path={data?.physicalPath ?? physicalPath} /> : null}
    </div>
  );
}
