import Button, { type ButtonProps } from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import {
  api,
  DeliveryDialog,
  holds,
  type Order,
  type OrderAction,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ContactButton } from '../contact/ContactButton';
import type { DirectAction } from '../orderActions/plans';
import { ScoreDialog } from '../orderActions/ScoreDialog';
import { useOrderAction } from '../orderActions/useOrderAction';
import { orderEditPath, orderListPath } from '../orderRoutes';
import { useTrailBack } from '../parts/BackLink';
import { useSession } from '../session/session';
import { CloneButtons } from './CloneButtons';
import { PushButton } from './Pushes';

/** In the order of the buttons: what moves the order forward first, what ends it last. */
const LOOKS: readonly (readonly [DirectAction, ButtonProps])[] = [
  ['submit', { variant: 'contained' }],
  ['approve', { variant: 'contained', color: 'success' }],
  ['complete', { variant: 'contained', color: 'success' }],
  ['reopen', { variant: 'contained' }],
  ['continue_without_failed', { variant: 'contained' }],
  ['retry_preparation', { variant: 'contained' }],
  ['reextract', { variant: 'outlined' }],
  ['set_priority', { variant: 'outlined' }],
  ['extend', { variant: 'outlined' }],
  ['request_extension', { variant: 'outlined' }],
  ['withdraw', { variant: 'outlined', color: 'warning' }],
  ['mark_overdue', { variant: 'outlined', color: 'warning' }],
  ['cancel_preparation', { variant: 'outlined', color: 'error' }],
  ['reject', { variant: 'outlined', color: 'error' }],
  ['delete', { variant: 'outlined', color: 'error' }],
];

type Opened = 'delivery' | 'feedback';

/** Whether whole orders may be extracted again; undefined until the server has said so. */
function useReorder(needed: boolean): boolean | undefined {
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => api.system.settings({ signal }),
    enabled: needed,
    staleTime: 30_000,
    retry: false,
  }).data?.reorder;
}

function DirectButtons({ order }: { order: Order }) {
  const m = useMessages();
  const navigate = useNavigate();
  const { from } = useTrailBack();
  const { act, busy } = useOrderAction();
  const reorder = useReorder(order.actions.includes('reextract'));
  const run = async (action: DirectAction, scope?: 'all' | 'failed') => {
    const { done, leave } = await act(order, action, scope);
    if (!done || !leave) return;
    // The very page of the list, if it is the one that led here.
    const list = orderListPath(action === 'delete' ? 'all' : 'stayAudit');
    navigate(from?.split('?')[0] === list ? from : list);
  };
  const button = (action: DirectAction, look: ButtonProps, text: string, scope?: 'failed') => (
    <Button
      key={`${action} ${scope ?? ''}`}
      disabled={busy}
      {...look}
      onClick={() => void run(action, scope)}
    >
      {text}
    </Button>
  );
  return LOOKS.filter(([action]) => order.actions.includes(action)).flatMap(([action, look]) => {
    if (action !== 'reextract') return [button(action, look, m.orderAction[action])];
    const why = reorder === false ? m.steer.reorderOff : '';
    const all = (
      <Tooltip key="reextract all" title={why}>
        <span>
          {button(action, { ...look, disabled: busy || why !== '' }, m.detail.reextractAll)}
        </span>
      </Tooltip>
    );
    if (order.dataPercent.failed === 0) return [all];
    return [button(action, look, m.detail.reextractFailedOnly, 'failed'), all];
  });
}

/** What may be done to the order now: strictly what the server said. */
export function ActionButtons({ order }: { order: Order }) {
  const m = useMessages();
  const [opened, setOpened] = useState<Opened | null>(null);
  const may = (action: OrderAction) => order.actions.includes(action);
  const close = () => setOpened(null);
  const trail = useTrailBack();
  const { me } = useSession();
  const open = (kind: Opened, text: string, variant: ButtonProps['variant'] = 'contained') => (
    <Button variant={variant} onClick={() => setOpened(kind)}>
      {text}
    </Button>
  );
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={m.common.operations}
      sx={{ gap: 1, flexWrap: 'wrap' }}
    >
      {order.downloads.length > 0 ? open('delivery', m.delivery.open, 'outlined') : null}
      <PushButton order={order} />
      {may('save') ? (
        <Button
          component={Link}
          to={orderEditPath(order.id)}
          state={{ ...trail, viaOrder: true }}
          variant="outlined"
        >
          {m.detail.edit}
        </Button>
      ) : null}
      {may('give_feedback')
        ? open(
            'feedback',
            m.orderAction.give_feedback,
            order.downloads.length > 0 ? 'outlined' : 'contained',
          )
        : null}
      {order.sstatus === 8 ? open('feedback', m.orders.viewFeedback, 'outlined') : null}
      {may('clone') ? <CloneButtons order={order} /> : null}
      <DirectButtons order={order} />
      {opened === 'delivery' ? (
        <DeliveryDialog
          order={order}
          staff={holds(me, '/order/audit')}
          contact={<ContactButton />}
          onClose={close}
        />
      ) : null}
      {opened === 'feedback' ? <ScoreDialog order={order} onClose={close} /> : null}
    </Stack>
  );
}
