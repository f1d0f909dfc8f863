import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { Clamped, type OrderScene, useMessages } from '@scenedock/ui-kit';

type Props = { scene: OrderScene; onClose: () => void };

/** Why a scene could not be extracted. */
export function FailureDialog({ scene, onClose }: Props) {
  const m = useMessages();
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="failure-title">
      <DialogTitle id="failure-title" sx={{ overflowWrap: 'anywhere' }}>
        <Clamped text={`${m.detail.failureTitle} · ${scene.dataname}`} />
      </DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {scene.flog || '-'}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {m.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
