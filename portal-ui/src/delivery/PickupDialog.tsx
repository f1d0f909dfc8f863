import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useMessages } from '@scenedock/ui-kit';
import { Link } from 'react-router';
import { PickupFacts } from './PickupFacts';

type Props = {
  order: { id: string; ordername: string; physicalPath?: string | null };
  showPath: boolean;
  onClose: () => void;
};

/** Where an offline copy is fetched; administrators see its physical path as well. */
export function PickupDialog({ order, showPath, onClose }: Props) {
  const m = useMessages();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="pickup-title">
      <DialogTitle id="pickup-title">{m.orders.pickup}</DialogTitle>
      <DialogContent>
        <DialogContentText gutterBottom>{m.orders.pickupHint}</DialogContentText>
        <PickupFacts orderId={order.id} physicalPath={order.physicalPath} showPath={showPath} />
      </DialogContent>
      <DialogActions>
        <Button component={Link} to="/contactUs">
          {m.orders.contactPage}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {m.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
