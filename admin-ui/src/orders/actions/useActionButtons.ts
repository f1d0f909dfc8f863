import { type Order, type OrderAction, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { useSettings } from '../../settings/useSettings';
import { usePendingDecision } from '../pendingDecision/PendingDecisions';
import type { ActionButtonProps, Look } from './ActionButton';
import type { Step } from './ActionDialogs';
import type { useOrderActions } from './useOrderActions';

const MAIN: Look = { variant: 'contained' };
const SIDE: Look = { variant: 'outlined' };
const CAREFUL: Look = { variant: 'outlined', color: 'warning' };
const HARD: Look = { variant: 'outlined', color: 'error' };

type ActionRow = Omit<ActionButtonProps, 'busy'> & { action: OrderAction; applies?: boolean };

/** The buttons that the server allows now, in the order in which they stand. */
export function useActionButtons(
  order: Order,
  actions: ReturnType<typeof useOrderActions>,
  open: (step: Step) => void,
): ActionRow[] {
  const { detail, common, form, orderAction, steer } = useMessages();
  const { endEmergency } = useAdminMessages().detail;
  const reorder = useSettings(order.actions.includes('reextract')).data?.reorder;
  const pending = usePendingDecision(order.id) !== null;
  const anyFailed = order.dataPercent?.failed > 0;
  const actionRow = (
    action: OrderAction,
    label: string,
    look: Look,
    onClick: () => void,
  ): ActionRow => ({
    action,
    label,
    look,
    onClick,
  });
  const emergency = order.emergency === null ? orderAction.set_emergency : endEmergency;
  const waits = { whyNot: actions.isUploading ? form.stillUploading : undefined };
  const complete = () => {
    if (actions.checkPapers()) {
      open('complete');
    }
  };
  const all: ActionRow[] = [
    actionRow('delete', common.delete, HARD, () => open('delete')),
    actionRow('cancel_preparation', orderAction.cancel_preparation, HARD, () => open('cancel')),
    actionRow('set_priority', orderAction.set_priority, SIDE, () => open('priority')),
    actionRow('set_emergency', emergency, CAREFUL, () => open('emergency')),
    {
      ...actionRow('reextract', detail.reextractAll, SIDE, () => open('reextractAll')),
      // Until the server has said how the switch stands, it alone decides.
      whyNot: reorder === false ? steer.reorderOff : undefined,
    },
    {
      ...actionRow('reextract', detail.reextractFailedOnly, SIDE, () => open('reextractFailed')),
      applies: anyFailed,
    },
    actionRow('continue_without_failed', orderAction.continue_without_failed, SIDE, () =>
      open('continue'),
    ),
    actionRow('retry_preparation', orderAction.retry_preparation, MAIN, () => open('retry')),
    // Until a decision of the audit desk takes effect nobody else decides.
    { ...actionRow('reject', orderAction.reject, HARD, () => open('reject')), applies: !pending },
    {
      ...actionRow('approve', orderAction.approve, MAIN, () => open('approve')),
      applies: !pending,
    },
    actionRow('mark_overdue', orderAction.mark_overdue, CAREFUL, () => open('overdue')),
    actionRow('extend', orderAction.extend, SIDE, () => open('extend')),
    {
      ...actionRow('save_draft', orderAction.save_draft, SIDE, () => void actions.saveDraft()),
      ...waits,
    },
    { ...actionRow('complete', orderAction.complete, MAIN, complete), ...waits },
    actionRow('reopen', orderAction.reopen, MAIN, () => open('reopen')),
  ];
  return all.filter(({ action, applies = true }) => applies && order.actions.includes(action));
}
