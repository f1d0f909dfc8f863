import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../messages/LocaleProvider';
import { ErrorState } from '../parts/States';
import { PushOrderDialog } from './PushOrderDialog';
import { usePushTexts } from './pushTexts';
import { type PushedOrder, useOrderPushes } from './useOrderPushes';

type Props = {
  order: PushedOrder;
  addTarget: ReactNode | null;
  onSent: (text: string) => void;
  onClose: () => void;
};

/** Pushes an order from a list, which does not say where it can go: that is asked when the dialog opens. */
export function PushListedOrder({ order, addTarget, onSent, onClose }: Props) {
  const { push } = usePushTexts();
  const { common } = useMessages();
  const id = useId();
  const { data, error, refetch } = useOrderPushes(order, true);
  if (data !== undefined) {
    return (
      <PushOrderDialog {...{ order, addTarget, onSent, onClose }} pushes={data} targetId={null} />
    );
  }
  if (error === null) return null;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>
        {push} · {order.ordername}
      </DialogTitle>
      <DialogContent>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
