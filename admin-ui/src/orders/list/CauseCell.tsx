import ButtonBase from '@mui/material/ButtonBase';
import { CauseDialog, Clamped, type Order, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';

/** The beginning of the rejection's reason; pressing it shows the whole. */
export function CauseCell({ order }: { order: Order }) {
  const m = useMessages();
  const { row } = useAdminMessages();
  const [open, setOpen] = useState(false);
  const text = order.cause || m.orders.causeNone;
  return (
    <>
      <ButtonBase
        aria-label={row.cause(order.ordername)}
        onClick={() => setOpen(true)}
        sx={{
          font: 'inherit',
          textAlign: 'left',
          borderRadius: 1,
          '&:hover': { textDecoration: 'underline' },
        }}
      >
        <Clamped text={text} lines={{ xs: 2, sm: 1 }} maxWidth={260} inert />
      </ButtonBase>
      {open && <CauseDialog order={order} onClose={() => setOpen(false)} />}
    </>
  );
}
