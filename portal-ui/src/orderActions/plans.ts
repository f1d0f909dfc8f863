import { api, type Messages, type Order, type OrderAction } from '@scenedock/ui-kit';
import type { Question } from '../parts/confirm';

/**
 * Actions that are one call, perhaps after a question. Saving, feedback and cloning have screens of their own; time and
 * priority are given in the back office.
 */
export type DirectAction = Exclude<
  OrderAction,
  'save' | 'save_draft' | 'give_feedback' | 'extend' | 'set_priority' | 'clone'
>;

export type Plan = {
  ask: Question;
  run: (order: Order, text: string) => Promise<unknown>;
  done: string;
  failed: string;
  /** Said when the question was answered with no. */
  cancelled?: string;
  /** Where to go on success: back to the list that the order has left. */
  leave?: boolean;
};

function statusChange(m: Messages, run: Plan['run'], danger = false): Plan {
  return {
    ask: { text: m.detail.statusConfirm, danger },
    run,
    done: m.detail.statusChanged,
    failed: m.detail.statusFailed,
    cancelled: m.detail.changeCancelled,
  };
}

function audit(m: Messages, ask: Question, run: Plan['run']): Plan {
  return {
    ask,
    run,
    done: m.detail.audited,
    failed: m.detail.auditFailed,
    cancelled: m.detail.auditCancelled,
    leave: true,
  };
}

const cause = (title: string, label: string, m: Messages): Question => ({
  text: '',
  title,
  danger: true,
  input: { label, needed: m.detail.causeNeeded },
});

function reextract(m: Messages, scope: 'all' | 'failed'): Plan {
  return {
    ask: { text: scope === 'all' ? m.detail.reextractAll : m.detail.reextractFailedOnly },
    run: (order) => api.orders.reextract(order.id, scope, order.sorder),
    done: m.detail.reextracted,
    failed: m.detail.reextractFailed,
    cancelled: m.detail.changeCancelled,
  };
}

/** The question, the call and the messages of an action. */
export function planOf(action: DirectAction, m: Messages, scope: 'all' | 'failed' = 'all'): Plan {
  switch (action) {
    case 'submit':
      return {
        ask: { text: m.detail.submitConfirm },
        run: ({ id }) => api.orders.submit(id),
        done: m.form.submitted,
        failed: m.form.submitFailed,
      };
    case 'withdraw':
      return {
        ask: { text: m.detail.withdrawConfirm },
        run: ({ id }) => api.orders.withdraw(id),
        done: m.detail.withdrawn,
        failed: m.detail.withdrawFailed,
      };
    case 'approve':
      return audit(m, { text: m.detail.approveConfirm }, ({ id }) => api.orders.approve(id));
    case 'reject':
      return audit(m, cause(m.detail.causeTitle, m.detail.causeLabel, m), ({ id }, text) =>
        api.orders.reject(id, text),
      );
    case 'reextract':
      return reextract(m, scope);
    case 'continue_without_failed':
      return statusChange(m, ({ id }) => api.orders.continueWithoutFailed(id));
    case 'cancel_preparation':
      return {
        ...statusChange(m, ({ id }, text) => api.orders.cancelPreparation(id, text)),
        ask: cause(m.orderAction.cancel_preparation, m.detail.cancelCause, m),
      };
    case 'complete':
      return statusChange(m, ({ id }) => api.orders.complete(id));
    case 'mark_overdue':
      return statusChange(m, ({ id }) => api.orders.markOverdue(id), true);
    case 'reopen':
      return statusChange(m, ({ id }) => api.orders.reopen(id));
    case 'request_extension':
      return {
        ask: {
          text: m.detail.extensionHint,
          title: m.orderAction.request_extension,
          input: { label: m.detail.extensionReason, needed: m.detail.extensionNeeded },
        },
        run: ({ id }, text) => api.orders.requestExtension(id, text),
        done: m.detail.extensionAsked,
        failed: m.detail.extensionFailed,
      };
    case 'delete':
      return {
        ask: { text: m.orders.deleteConfirm, danger: true },
        run: ({ id }) => api.orders.remove([id]),
        done: m.orders.deleted,
        failed: m.orders.deleteFailed,
        cancelled: m.orders.deleteCancelled,
        leave: true,
      };
  }
}
