import DialogContentText from '@mui/material/DialogContentText';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { FormDialog, type Order, useMessages } from '@scenedock/ui-kit';
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
    <FormDialog
      title={`${m.orderAction.clone} · ${order.ordername}`}
      focusConfirm
      busy={isPending}
      onSubmit={() => mutate(scope)}
      onClose={onClose}
    >
      <DialogContentText gutterBottom>{m.detail.cloneConfirm}</DialogContentText>
      {order.dataPercent.failed > 0 ? (
        <ScopeChoice order={order} scope={scope} onPick={setScope} />
      ) : null}
    </FormDialog>
  );
}
