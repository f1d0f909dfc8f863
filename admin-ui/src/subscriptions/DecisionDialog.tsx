import { type Subscription, subscriptions, useSubscriptionWords } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ReasonDialog } from '../parts/ReasonDialog';
import { useCall } from '../parts/useCall';

/** What is decided about whom. */
export type Asking = { one: Subscription; decision: 'refuse' | 'suspend' };

type Props = Asking & { onClose: () => void };

/** Why a subscription is refused or stopped: its owner reads it. */
export function DecisionDialog({ one, decision, onClose }: Props) {
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  const { run, busy, refusal } = useCall(['subscribeAudit']);
  const decide = (reason: string) => {
    const call = () => subscriptions.decide(one.id, { decision, reason, version: one.version });
    void run(call, { ok: m.done, failed: m.failed, inPlace: true }).then((outcome) => {
      if (outcome === 'accepted') onClose();
    });
  };
  return (
    <ReasonDialog
      title={decision === 'refuse' ? m.refuseTitle(one.name) : m.suspendTitle(one.name)}
      label={w.reason}
      needed={m.reasonNeeded}
      busy={busy}
      refusal={refusal}
      onConfirm={decide}
      onCancel={onClose}
    />
  );
}
