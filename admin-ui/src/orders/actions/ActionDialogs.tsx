import { ConfirmDialog, type Order, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { ReasonDialog } from '../../parts/ReasonDialog';
import { PriorityDialog } from '../dialogs/PriorityDialog';
import { AuditDialogs, type AuditStep } from './AuditDialogs';
import { ExtendDialog } from './ExtendDialog';
import { SetEmergency } from './SetEmergency';
import { SetPriority } from './SetPriority';
import { useExtend } from './useExtend';
import type { useOrderActions } from './useOrderActions';
import type { Outcome } from './useOrderCall';

/** Which question is open. */
export type Step =
  | AuditStep
  | 'reextractAll'
  | 'reextractFailed'
  | 'continue'
  | 'retry'
  | 'cancel'
  | 'priority'
  | 'emergency'
  | 'extend'
  | 'complete'
  | 'overdue'
  | 'reopen'
  | 'delete';

interface ActionDialogsProps {
  order: Order;
  step: Step;
  actions: ReturnType<typeof useOrderActions>;
  onClose: () => void;
  onLeave: () => void;
}

/** The question that belongs to a button. */
export function ActionDialogs({ order, step, actions, onClose, onLeave }: ActionDialogsProps) {
  const { detail } = useMessages();
  const close = async (call: Promise<Outcome>) => {
    if ((await call) !== 'failed') {
      onClose();
    }
  };
  switch (step) {
    case 'approve':
    case 'reject':
      return (
        <AuditDialogs
          order={order}
          step={step}
          okText={detail.audited}
          onClose={onClose}
          onDone={onLeave}
        />
      );
    case 'reextractAll':
    case 'reextractFailed':
      return (
        <PriorityDialog
          title={step === 'reextractAll' ? detail.reextractAll : detail.reextractFailedOnly}
          initial={order.sorder}
          busy={actions.busy}
          onConfirm={(priority) =>
            void close(actions.reextract(step === 'reextractAll' ? 'all' : 'failed', priority))
          }
          onCancel={onClose}
        />
      );
    case 'cancel':
      return <CancelDialog actions={actions} onClose={onClose} />;
    case 'priority':
      return <SetPriority order={order} onClose={onClose} />;
    case 'emergency':
      return <SetEmergency order={order} onClose={onClose} />;
    case 'extend':
      return <Extend order={order} onClose={onClose} />;
    default:
      return <Question {...{ order, step, actions, onClose, onLeave }} />;
  }
}

function Extend({ order, onClose }: Pick<ActionDialogsProps, 'order' | 'onClose'>) {
  const { extend, busy } = useExtend(order);
  const grant = async (days: number) => {
    if ((await extend(days)) !== 'failed') {
      onClose();
    }
  };
  return (
    <ExtendDialog
      order={order}
      busy={busy}
      onConfirm={(days) => void grant(days)}
      onCancel={onClose}
    />
  );
}

type CancelDialogProps = Pick<ActionDialogsProps, 'actions' | 'onClose'>;

/** A cause that was written stays until the server has it. */
function CancelDialog({ actions, onClose }: CancelDialogProps) {
  const { detail, orderAction } = useMessages();
  const { dialog } = useAdminMessages();
  const cancel = async (cause: string) => {
    if ((await actions.cancelPreparation(cause)) === 'accepted') onClose();
  };
  return (
    <ReasonDialog
      title={orderAction.cancel_preparation}
      label={detail.cancelCause}
      needed={detail.cancelNeeded}
      hint={dialog.cancelHint}
      busy={actions.busy}
      refusal={actions.refusal}
      onConfirm={(cause) => void cancel(cause)}
      onCancel={onClose}
    />
  );
}

type Plain = Extract<Step, 'continue' | 'retry' | 'complete' | 'overdue' | 'reopen' | 'delete'>;

interface QuestionProps extends Omit<ActionDialogsProps, 'step'> {
  step: Plain;
}

function Question({ order, step, actions, onClose, onLeave }: QuestionProps) {
  const { detail, orders } = useMessages();
  const { dialog } = useAdminMessages();
  const change = { text: detail.statusConfirm, cancelled: detail.changeCancelled };
  const questions = {
    complete: { ...change, call: actions.complete },
    overdue: { ...change, call: actions.markOverdue },
    reopen: { ...change, call: actions.reopen },
    continue: {
      text: dialog.continueConfirm(order.dataPercent.failed),
      cancelled: detail.changeCancelled,
      call: actions.continueWithoutFailed,
    },
    retry: {
      text: dialog.retryConfirm,
      cancelled: detail.changeCancelled,
      call: actions.retryPreparation,
    },
    delete: {
      text: orders.deleteConfirm,
      cancelled: orders.deleteCancelled,
      call: actions.remove,
    },
  };
  const { text, cancelled, call } = questions[step];
  const confirm = async () => {
    const outcome = await call();
    if (outcome !== 'failed') {
      onClose();
    }
    if (outcome === 'accepted' && step === 'delete') {
      onLeave();
    }
  };
  return (
    <ConfirmDialog
      text={text}
      danger={step === 'delete' || step === 'overdue'}
      busy={actions.busy}
      onConfirm={() => void confirm()}
      onCancel={() => {
        actions.say(cancelled);
        onClose();
      }}
    />
  );
}
