import Button from '@mui/material/Button';
import Popover, { type PopoverActions } from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { Order } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { PickupFacts } from './PickupFacts';

type Props = {
  order: Pick<Order, 'id' | 'physicalPath'>;
  anchor: HTMLElement;
  staff: boolean;
  /** Leads to the page with the survey's contact. */
  contact: ReactNode;
  onClose: () => void;
};

/** Tells when what is in it becomes taller or shorter. */
function Growing({ onGrow, children }: { onGrow: () => void; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const grow = useRef(onGrow);
  grow.current = onGrow;
  useEffect(() => {
    if (box.current === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => grow.current());
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={box}>{children}</div>;
}

/** Where an offline copy is fetched, beside the row it belongs to. */
export function PickupPopover({ order, anchor, staff, contact, onClose }: Props) {
  const m = useMessages();
  const id = useId();
  const actions = useRef<PopoverActions>(null);
  return (
    <Popover
      open
      action={actions}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': id,
          sx: { p: 2, width: 340, maxWidth: 'calc(100% - 16px)' },
        },
      }}
    >
      <Typography id={id} variant="h3" component="h2" sx={{ mb: 0.5 }}>
        {m.orders.pickup}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.25 }}>
        {m.detail.pickupHint}
      </Typography>
      {/* The pick-up sheet comes later and makes it taller: it must still end inside the window. */}
      <Growing onGrow={() => actions.current?.updatePosition()}>
        <PickupFacts orderId={order.id} physicalPath={order.physicalPath} staff={staff} />
      </Growing>
      <Stack direction="row" sx={{ mt: 1.5, justifyContent: 'flex-end', gap: 1 }}>
        {contact}
        <Button variant="outlined" onClick={onClose}>
          {m.common.close}
        </Button>
      </Stack>
    </Popover>
  );
}
