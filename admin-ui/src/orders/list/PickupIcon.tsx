import ContactPhoneOutlined from '@mui/icons-material/ContactPhoneOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type Order, PickupPopover, standingOf, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { ContactButton } from '../../parts/ContactButton';
import { useMe } from '../../providers/useMe';

/** Opens where an offline copy is fetched, and where it lies; whoever only watches the order is told neither. */
export function PickupIcon({ order }: { order: Order }) {
  const { orders } = useMessages();
  const { row } = useAdminMessages();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const standing = standingOf(useMe(), order);
  if (standing === 'watcher') return null;
  return (
    <>
      <Tooltip title={orders.pickup}>
        <IconButton
          aria-label={row.pickup(order.ordername)}
          aria-haspopup="dialog"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <ContactPhoneOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      {anchor && (
        <PickupPopover
          order={order}
          anchor={anchor}
          staff={standing === 'auditor'}
          contact={<ContactButton />}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}
