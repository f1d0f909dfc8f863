import { type Order, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { ReasonDialog } from '../../parts/ReasonDialog';
import { ApproveDialog } from './ApproveDialog';
import { useAudit } from './useAudit';
import type { Outcome } from './useOrderCall';

/** Which half of an audit is open. */
export type AuditStep = 'approve' | 'reject';

interface AuditDialogsProps {
  order: Order;
  step: AuditStep;
  okText: string;
  onClose: () => void;
  /** After the server accepted the decision. */
  onDone?: () => void;
}

/** The question before approving, or the reason for rejecting. */
export function AuditDialogs({ order, step, okText, onClose, onDone }: AuditDialogsProps) {
  const { detail } = useMessages();
  // The page behind may be read anew meanwhile: whoever decides has not seen that.
  const [read] = useState(order);
  const audit = useAudit(read, okText);
  const cancel = () => {
    audit.sayCancelled();
    onClose();
  };
  const decide = async (decision: Promise<Outcome>) => {
    const outcome = await decision;
    // A cause that was written stays until the server has it.
    if (outcome === 'accepted' || (outcome === 'refused' && step === 'approve')) {
      onClose();
    }
    if (outcome === 'accepted') {
      onDone?.();
    }
  };
  if (step === 'approve') {
    return (
      <ApproveDialog
        order={read}
        busy={audit.busy}
        onConfirm={(catalogueOnly) => void decide(audit.approve(catalogueOnly))}
        onCancel={cancel}
      />
    );
  }
  return (
    <ReasonDialog
      title={detail.causeTitle}
      label={detail.causeLabel}
      needed={detail.causeNeeded}
      busy={audit.busy}
      refusal={audit.refusal}
      onConfirm={(cause) => void decide(audit.reject(cause))}
      onCancel={cancel}
    />
  );
}
