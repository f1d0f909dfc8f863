import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type Order, useMessages } from '@scenedock/ui-kit';
import { type ReactNode, useState } from 'react';
import { PickupPlace } from '../dialogs/PickupPlace';

interface PickupPopoverProps {
  order: Order;
  label: string;
  children: ReactNode;
}

/** Where an offline copy is fetched, and for administrators where it lies. */
export function PickupPopover({ order, label, children }: PickupPopoverProps) {
  const { orders } = useMessages();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tooltip title={orders.pickup}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {children}
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
      >
        <Box sx={{ p: 2, width: 380, maxWidth: '90vw' }}>
          <Typography component="h2" variant="h3" sx={{ mb: 1.5 }}>
            {orders.pickup}
          </Typography>
          <PickupPlace physicalPath={order.physicalPath} />
        </Box>
      </Popover>
    </>
  );
}
