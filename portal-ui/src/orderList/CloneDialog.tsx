import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { type Order, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { type CloneScope, useCloneCall } from '../orderActions/useClone';

type Props = { order: Order; onClose: () => void };

function ScopeChoice({
  order,
  scope,
  onPick,
}: Omit<Props, 'onClose'> & {
  scope: CloneScope;
  onPick: (scope: CloneScope) => void;
}) {
  const m = useMessages();
  return (
    <RadioGroup
      aria-label={m.orders.cloneScope}
      value={scope}
      onChange={(_, value) => onPick(value === 'failed' ? 'failed' : 'all')}
    >
      <FormControlLabel
        value="all"
        control={<Radio />}
        label={m.orders.cloneAll(order.dataCount)}
      />
      <FormControlLabel
        value="failed"
        control={<Radio />}
        label={m.orders.cloneFailed(order.dataPercent.failed)}
      />
    </RadioGroup>
  );
}

/** Orders the same again: a new draft, which opens for editing. Where scenes failed, they alone can be meant. */
export function CloneDialog({ order, onClose }: Props) {
  const m = useMessages();
  const [scope, setScope] = useState<CloneScope>('all');
  const { mutate, isPending } = useCloneCall(order);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="clone-title">
      <DialogTitle id="clone-title">
        {m.orderAction.clone} · {order.ordername}
      </DialogTitle>
      <DialogContent>
        <DialogContentText gutterBottom>{m.orders.cloneConfirm}</DialogContentText>
        {order.dataPercent.failed > 0 ? (
          <ScopeChoice order={order} scope={scope} onPick={setScope} />
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{m.common.cancel}</Button>
        <Button variant="contained" autoFocus loading={isPending} onClick={() => mutate(scope)}>
          {m.common.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
