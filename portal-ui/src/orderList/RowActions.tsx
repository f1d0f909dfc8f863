import CheckCircleOutline from '@mui/icons-material/CheckCircleOutlined';
import HighlightOff from '@mui/icons-material/HighlightOff';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { type Order, type OrderAction, useMessages } from '@scenedock/ui-kit';
import { Link } from 'react-router';
import { useOrderAction } from '../orderActions/useOrderAction';
import { orderEditPath, orderPath } from '../orderRoutes';

export type Opened = { kind: 'delivery' | 'pickup' | 'feedback'; order: Order };

type Props = { order: Order; onOpen: (opened: Opened) => void };

function AuditIcons({ order }: { order: Order }) {
  const m = useMessages();
  const { act, busy } = useOrderAction();
  const icon = (action: 'approve' | 'reject') =>
    order.actions.includes(action) ? (
      <Tooltip title={m.orderAction[action]}>
        <span>
          <IconButton
            color={action === 'approve' ? 'success' : 'error'}
            aria-label={`${m.orderAction[action]} ${order.ordername}`}
            disabled={busy}
            onClick={() => void act(order, action)}
          >
            {action === 'approve' ? <CheckCircleOutline /> : <HighlightOff />}
          </IconButton>
        </span>
      </Tooltip>
    ) : null;
  return (
    <>
      {icon('approve')}
      {icon('reject')}
    </>
  );
}

/** What a row offers: details always, the rest as the order's state and the server's word allow. */
export function RowActions({ order, onOpen }: Props) {
  const m = useMessages();
  const may = (action: OrderAction) => order.actions.includes(action);
  const open = (kind: Opened['kind'], text: string) => (
    <Button onClick={() => onOpen({ kind, order })} aria-label={`${text} ${order.ordername}`}>
      {text}
    </Button>
  );
  const prepared = order.sstatus === 6;
  return (
    <Stack direction="row" sx={{ justifyContent: 'flex-end', alignItems: 'center' }}>
      <AuditIcons order={order} />
      {may('save') ? (
        <Button component={Link} to={orderEditPath(order.id)}>
          {m.orders.edit}
        </Button>
      ) : null}
      {may('give_feedback') ? open('feedback', m.orderAction.give_feedback) : null}
      {order.sstatus === 8 ? open('feedback', m.orders.viewFeedback) : null}
      {prepared && order.getMethod === 0 ? open('delivery', m.orders.download) : null}
      {prepared && order.getMethod === 2 ? open('pickup', m.order.contact) : null}
      <Button
        component={Link}
        to={orderPath(order.id)}
        aria-label={`${m.common.details} ${order.ordername}`}
      >
        {m.common.details}
      </Button>
    </Stack>
  );
}
