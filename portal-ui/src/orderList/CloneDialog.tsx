import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { api, type Order, useMessages } from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { keyKeeper } from '../application/idempotency';
import { orderEditPath } from '../orderRoutes';
import { failureText } from '../parts/failureText';
import { useNotice } from '../parts/notice';

type Scope = 'all' | 'failed';

type Props = { order: Order; onClose: () => void };

function ScopeChoice({
  order,
  scope,
  onPick,
}: Omit<Props, 'onClose'> & {
  scope: Scope;
  onPick: (scope: Scope) => void;
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
  const notice = useNotice();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [scope, setScope] = useState<Scope>('all');
  const [keyOf] = useState(() => keyKeeper());
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.orders.clone(order.id, scope, keyOf(scope)),
    onSuccess: (draft) => {
      notice(m.orders.cloned);
      void client.invalidateQueries({ queryKey: ['orders'] });
      navigate(orderEditPath(draft.id));
    },
    onError: (error) => notice(failureText(m.orders.cloneError, error), 'error'),
  });
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
        <Button variant="contained" autoFocus loading={isPending} onClick={() => mutate()}>
          {m.common.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
