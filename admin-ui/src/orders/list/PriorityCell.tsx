import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import { type Order, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { SetPriority } from '../actions/SetPriority';

const LOOK = {
  font: 'inherit',
  px: 1,
  minWidth: 36,
  minHeight: 28,
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  fontVariantNumeric: 'tabular-nums',
  '&:hover': { borderColor: 'primary.main', color: 'primary.main' },
} as const;

/** The order's priority; a button while the server lets it be changed. */
export function PriorityCell({ order }: { order: Order }) {
  const { orderAction } = useMessages();
  const { row } = useAdminMessages();
  const [open, setOpen] = useState(false);
  if (!order.actions?.includes('set_priority')) {
    return order.sorder;
  }
  return (
    <>
      <Tooltip title={orderAction.set_priority}>
        <ButtonBase
          sx={LOOK}
          aria-label={row.priority(order.ordername, order.sorder)}
          onClick={() => setOpen(true)}
        >
          {order.sorder}
        </ButtonBase>
      </Tooltip>
      {open && <SetPriority order={order} onClose={() => setOpen(false)} />}
    </>
  );
}
