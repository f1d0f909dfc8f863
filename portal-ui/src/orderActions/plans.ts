import {
  api,
  hasChanged,
  type Messages,
  type Order,
  type OrderAction,
  REQUIRED_TO_COMPLETE,
} from '@scenedock/ui-kit';
import { fromOrder } from '../application/payload';
import { firstObjection } from '../application/rules';
import type { Question } from '../parts/question';

/**
 * Actions that are one call, perhaps after a question. Saving, feedback and cloning have screens of their own, and of emergencies the
 * back office decides.
 */
export type DirectAction = Exclude<
  OrderAction,
  'save' | 'save_draft' | 'give_feedback' | 'clone' | 'set_emergency'
>;

export type Plan = {
  ask: Question;
  /** Why it cannot be done; said instead of asking. */
  objection?: string | undefined;
  run: (order: Order, text: string) => Promise<unknown>;
  done: string;
  failed: string;
  /** The failure stays until it is closed (orders specification, section 8). */
  persistent?: boolean;
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
    persistent: true,
    cancelled: m.detail.auditCancelled,
    leave: true,
  };
}

const cause = (title: string, label: string, needed: string): Question => ({
  text: '',
  title,
  danger: true,
  input: { label, needed },
});

/** A whole number between two others, as text. */
const between = (least: number, most: number) => (text: string) =>
  /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most;

const priorityInput = (order: Order, m: Messages): NonNullable<Question['input']> => ({
  label: m.steer.priority,
  needed: m.steer.badPriority,
  line: { initial: String(order.sorder), isValid: between(0, 100) },
});

function reextract(order: Order, m: Messages, scope: 'all' | 'failed'): Plan {
  const title = scope === 'all' ? m.detail.reextractAll : m.detail.reextractFailedOnly;
  return {
    ask: { text: '', title, input: priorityInput(order, m) },
    run: (_, priority) => api.orders.reextract(order.id, scope, Number(priority)),
    done: m.detail.reextracted,
    failed: m.detail.reextractFailed,
    cancelled: m.detail.changeCancelled,
  };
}

function extend(m: Messages): Plan {
  const line = { initial: '7', isValid: between(1, 90) };
  return {
    ask: {
      text: '',
      title: m.orderAction.extend,
      input: { label: m.steer.days, needed: m.steer.badDays, line },
    },
    run: ({ id }, days) => api.orders.extend(id, Number(days)),
    done: m.steer.extended,
    failed: m.steer.extendFailed,
  };
}

/** Completing needs the four papers, which is said before it is asked for. */
function missingPapers({ attachments }: Order, m: Messages): string | undefined {
  if (attachments === undefined) return undefined;
  const missing = REQUIRED_TO_COMPLETE.filter(
    (type) => !attachments.some((paper) => paper.type === type),
  );
  const names = missing.map((type) => m.attachmentType[type]).join(m.common.listComma);
  return missing.length === 0 ? undefined : m.steer.missing(names);
}

/** What the form would object to is said before it is asked whether to hand the order in. */
function incomplete(order: Order, m: Messages): string | undefined {
  if (order.sstatus === 2 && order.changes !== undefined && !hasChanged(order)) {
    return m.form.needChange;
  }
  if (order.attachments === undefined) return undefined;
  const dataIds = Array.from({ length: order.dataCount }, (_, index) => String(index));
  const application = { ...fromOrder(order, []), dataIds };
  return firstObjection(application, 'submit', null, m) ?? undefined;
}

/** Who hands in scenes that only the catalogue knows is told so, and asks for them by going on. */
function submitQuestion({ catalogueOnly }: Order, m: Messages): string {
  const n = catalogueOnly ?? 0;
  return n === 0 ? m.detail.submitConfirm : m.detail.submitAsking(n);
}

/** Who approves scenes that only the catalogue knows chooses what becomes of them, as in the back office. */
export function approveQuestion({ catalogueOnly, dataCount }: Order, m: Messages): Question {
  const n = catalogueOnly ?? 0;
  if (n === 0) return { text: m.detail.approveConfirm };
  const ask = { value: 'ask', label: m.detail.approveAsk };
  const leaveOut = { value: 'leave_out', label: m.detail.approveLeaveOut(n) };
  return {
    text: `${m.detail.catalogueOnly(n, dataCount)} ${m.detail.approveConfirm}`,
    // An order of nothing else would be empty without them.
    choice: n === dataCount ? [ask] : [leaveOut, ask],
  };
}

/** Approves as the question was answered. */
export const approve = (order: Order, answer: string) =>
  api.orders.approve(order, answer === 'leave_out' ? answer : 'ask');

/** The question, the call and the messages of an action. */
export function planOf(
  action: DirectAction,
  order: Order,
  m: Messages,
  scope: 'all' | 'failed' = 'all',
): Plan {
  switch (action) {
    case 'submit':
      return {
        ask: { text: submitQuestion(order, m) },
        objection: incomplete(order, m),
        run: ({ id, catalogueOnly }) =>
          api.orders.submit(id, catalogueOnly === 0 ? undefined : 'ask'),
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
      return audit(m, approveQuestion(order, m), approve);
    case 'reject':
      return audit(
        m,
        cause(m.detail.causeTitle, m.detail.causeLabel, m.detail.causeNeeded),
        (read, text) => api.orders.reject(read, text),
      );
    case 'reextract':
      return reextract(order, m, scope);
    case 'set_priority':
      return {
        ask: { text: '', title: m.orderAction.set_priority, input: priorityInput(order, m) },
        run: ({ id }, priority) => api.orders.setPriority(id, Number(priority)),
        done: m.common.success,
        failed: m.common.failure,
      };
    case 'extend':
      return extend(m);
    case 'retry_preparation':
      return statusChange(m, ({ id }) => api.orders.retryPreparation(id));
    case 'continue_without_failed':
      return statusChange(m, ({ id }) => api.orders.continueWithoutFailed(id));
    case 'cancel_preparation':
      return {
        ...statusChange(m, ({ id }, text) => api.orders.cancelPreparation(id, text)),
        ask: cause(m.orderAction.cancel_preparation, m.detail.cancelCause, m.detail.cancelNeeded),
      };
    case 'complete':
      return {
        ...statusChange(m, ({ id }) => api.orders.complete(id)),
        objection: missingPapers(order, m),
      };
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
