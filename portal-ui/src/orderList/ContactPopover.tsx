import Button from '@mui/material/Button';
import Popover, { type PopoverActions } from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Order, useMessages } from '@scenedock/ui-kit';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { PickupFacts } from '../delivery/PickupFacts';

type Props = { order: Order; anchor: HTMLElement; showPath: boolean; onClose: () => void };

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
export function ContactPopover({ order, anchor, showPath, onClose }: Props) {
  const m = useMessages();
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
          'aria-labelledby': 'contact-title',
          sx: { p: 2, width: 340, maxWidth: 'calc(100% - 16px)' },
        },
      }}
    >
      <Typography id="contact-title" variant="h3" component="h2" sx={{ mb: 0.5 }}>
        {m.orders.pickup}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.25 }}>
        {m.orders.pickupHint}
      </Typography>
      {/* The pick-up sheet comes later and makes it taller: it must still end inside the window. */}
      <Growing onGrow={() => actions.current?.updatePosition()}>
        <PickupFacts orderId={order.id} physicalPath={order.physicalPath} showPath={showPath} />
      </Growing>
      <Stack direction="row" sx={{ mt: 1.5, justifyContent: 'flex-end', gap: 1 }}>
        <Button component={Link} to="/contactUs">
          {m.orders.contactPage}
        </Button>
        <Button variant="outlined" onClick={onClose}>
          {m.common.close}
        </Button>
      </Stack>
    </Popover>
  );
}
