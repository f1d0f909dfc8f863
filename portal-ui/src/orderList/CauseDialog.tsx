import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type Order, useMessages } from '@scenedock/ui-kit';

/** Why an order was rejected. */
export function CauseDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const m = useMessages();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="cause-title">
      <DialogTitle id="cause-title">
        {order.cancelledBy === null ? m.orders.cause : m.cancelled.cause} · {order.ordername}
      </DialogTitle>
      <DialogContent>
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {order.cause || m.orders.causeNone}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {m.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
