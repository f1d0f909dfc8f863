import { type Subscription, subscriptions, useSubscriptionWords } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ReasonDialog } from '../parts/ReasonDialog';
import { useCall } from '../parts/useCall';

/** A decision that waits for its reason. */
export type PendingDecision = { one: Subscription; decision: 'refuse' | 'suspend' };

type Props = PendingDecision & {
  /** What was written when the same was asked before. */
  initial: string;
  /** Hears of a reason that was not taken. */
  onRefused: (reason: string) => void;
  onClose: () => void;
};

/** Why a subscription is refused or stopped: its owner reads it. */
export function DecisionDialog({ one, decision, initial, onRefused, onClose }: Props) {
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  const { run, busy, refusal } = useCall(['subscribeAudit']);
  // What stands behind the dialog by now has not been read: it is asked about anew.
  const [isOutdated, setOutdated] = useState(false);
  const decide = (reason: string) => {
    const call = () => subscriptions.decide(one.id, { decision, reason, version: one.version });
    void run(call, { ok: m.done, failed: m.failed, inPlace: true }).then((outcome) => {
      if (outcome === 'accepted') return onClose();
      onRefused(reason);
      setOutdated(outcome === 'refused');
    });
  };
  return (
    <ReasonDialog
      title={decision === 'refuse' ? m.refuseTitle(one.name) : m.suspendTitle(one.name)}
      label={w.reason}
      needed={m.reasonNeeded}
      initial={initial}
      busy={busy}
      refusal={refusal}
      blocked={isOutdated ? m.lookAgain : undefined}
      onConfirm={decide}
      onCancel={onClose}
    />
  );
}
