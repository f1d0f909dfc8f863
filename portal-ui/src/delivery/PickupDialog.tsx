import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type Order, useMessages } from '@scenedock/ui-kit';
import { Link } from 'react-router';
import { useConfig } from '../parts/useConfig';

type Props = { order: Order; showPath: boolean; onClose: () => void };

/** Where an offline copy is fetched; administrators see its physical path as well. */
export function PickupDialog({ order, showPath, onClose }: Props) {
  const m = useMessages();
  const { contactTele, contactAddress } = useConfig();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="pickup-title">
      <DialogTitle id="pickup-title">{m.orders.pickup}</DialogTitle>
      <DialogContent>
        <DialogContentText gutterBottom>{m.orders.pickupHint}</DialogContentText>
        <Typography>
          {m.orders.phone}：{contactTele || m.contact.none}
        </Typography>
        <Typography>
          {m.orders.address}：{contactAddress || m.contact.none}
        </Typography>
        {showPath && order.downlodPathFile !== null ? (
          <Typography component="code" sx={{ overflowWrap: 'anywhere' }}>
            {order.downlodPathFile}
          </Typography>
        ) : null}
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
