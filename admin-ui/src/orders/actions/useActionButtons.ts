import { type Order, type OrderAction, useMessages } from '@scenedock/ui-kit';
import { useSettings } from '../../settings/useSettings';
import type { ActionButtonProps, Look } from './ActionButton';
import type { Step } from './ActionDialogs';
import type { useOrderActions } from './useOrderActions';

const MAIN: Look = { variant: 'contained' };
const SIDE: Look = { variant: 'outlined' };
const CAREFUL: Look = { variant: 'outlined', color: 'warning' };
const HARD: Look = { variant: 'outlined', color: 'error' };

type Row = Omit<ActionButtonProps, 'busy'> & { action: OrderAction; shown?: boolean };

/** The buttons that the server allows now, in the order in which they stand. */
export function useActionButtons(
  order: Order,
  actions: ReturnType<typeof useOrderActions>,
  open: (step: Step) => void,
): Row[] {
  const { detail, common, orderAction, steer } = useMessages();
  const reorder = useSettings(order.actions.includes('reextract')).data?.reorder;
  const anyFailed = order.dataPercent?.failed > 0;
  const row = (action: OrderAction, label: string, look: Look, onClick: () => void): Row => ({
    action,
    label,
    look,
    onClick,
  });
  const complete = () => {
    if (actions.checkPapers()) {
      open('complete');
    }
  };
  const all: Row[] = [
    row('delete', common.delete, HARD, () => open('delete')),
    row('cancel_preparation', orderAction.cancel_preparation, HARD, () => open('cancel')),
    row('set_priority', orderAction.set_priority, SIDE, () => open('priority')),
    {
      ...row('reextract', detail.reextractAll, SIDE, () => open('reextractAll')),
      // Until the server has said how the switch stands, it alone decides.
      whyNot: reorder === false ? steer.reorderOff : undefined,
    },
    {
      ...row('reextract', detail.reextractFailedOnly, SIDE, () => open('reextractFailed')),
      shown: anyFailed,
    },
    row('continue_without_failed', orderAction.continue_without_failed, SIDE, () =>
      open('continue'),
    ),
    row('reject', orderAction.reject, HARD, () => open('reject')),
    row('approve', orderAction.approve, MAIN, () => open('approve')),
    row('mark_overdue', orderAction.mark_overdue, CAREFUL, () => open('overdue')),
    row('extend', orderAction.extend, SIDE, () => open('extend')),
    row('save_draft', orderAction.save_draft, SIDE, () => void actions.saveDraft()),
    row('complete', orderAction.complete, MAIN, complete),
    row('reopen', orderAction.reopen, MAIN, () => open('reopen')),
  ];
  return all.filter(({ action, shown = true }) => shown && order.actions.includes(action));
}
