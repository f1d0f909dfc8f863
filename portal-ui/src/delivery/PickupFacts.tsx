import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { api, CopyButton, formatBytes, formatTime, ink, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useConfig } from '../parts/useConfig';

type Props = {
  orderId: string;
  /** What the order itself says of it, until the pick-up sheet is here. */
  physicalPath?: string | null | undefined;
  showPath: boolean;
};

/** Where an offline copy is fetched, and what will be handed over. Without a pick-up sheet the contact stands alone. */
export function PickupFacts({ orderId, physicalPath = null, showPath }: Props) {
  const m = useMessages();
  const config = useConfig();
  const { data } = useQuery({
    queryKey: ['pickup', orderId],
    queryFn: ({ signal }) => api.orders.pickup(orderId, { signal }),
    retry: false,
  });
  const path = showPath ? (data?.physicalPath ?? physicalPath) : null;
  const facts: [string, string][] = [
    [m.orders.phone, data?.contactTele || config.contactTele || m.contact.none],
    [m.orders.address, data?.contactAddress || config.contactAddress || m.contact.none],
  ];
  if (data !== undefined) {
    facts.push(
      [m.order.dataCount, String(data.dataCount)],
      [m.orders.copySize, formatBytes(data.totalSize)],
      [m.orders.preparedAt, formatTime(data.preparedAt)],
    );
  }
  return (
    <>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: 'auto 1fr',
          columnGap: 2,
          rowGap: 0.75,
          fontSize: 14,
          '& dt': { color: 'text.secondary', whiteSpace: 'nowrap' },
          '& dd': { m: 0, overflowWrap: 'anywhere' },
        }}
      >
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </Box>
      {path === null ? null : (
        <Box sx={{ mt: 1.25, p: 1.25, bgcolor: ink.raised, borderRadius: 1 }}>
          <Typography variant="body2" color="textSecondary">
            {m.orders.physicalPath}
          </Typography>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <Box component="code" sx={{ flex: 1, fontSize: 13, overflowWrap: 'anywhere' }}>
              {path}
            </Box>
            <CopyButton text={path} name={m.orders.physicalPath} />
          </Box>
        </Box>
      )}
    </>
  );
}
