import Button from '@mui/material/Button';
import { type Order, useMessages } from '@scenedock/ui-kit';
import { useClone } from '../orderActions/useClone';

/** Ordering the same again, or only what failed. */
export function CloneButtons({ order }: { order: Order }) {
  const m = useMessages();
  const { clone, busy } = useClone(order);
  return (
    <>
      {order.dataPercent.failed > 0 ? (
        <Button variant="outlined" disabled={busy} onClick={() => void clone('failed')}>
          {m.detail.cloneFailedOnly}
        </Button>
      ) : null}
      <Button variant="outlined" disabled={busy} onClick={() => void clone('all')}>
        {m.orderAction.clone}
      </Button>
    </>
  );
}
