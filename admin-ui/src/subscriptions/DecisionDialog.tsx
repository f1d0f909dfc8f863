import { type Subscription, subscriptions, useSubscriptionWords } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ReasonDialog } from '../parts/ReasonDialog';
import { useCall } from '../parts/useCall';

type Props = { one: Subscription; decision: 'refuse' | 'suspend'; onClose: () => void };

/** Why a subscription is refused or stopped: its owner reads it. */
export function DecisionDialog({ one, decision, onClose }: Props) {
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  const { run, busy } = useCall(['subscriptionDesk']);
  const decide = (reason: string) => {
    const call = () => subscriptions.decide(one.id, { decision, reason });
    void run(call, { ok: m.done, failed: m.failed }).then((outcome) => {
      if (outcome !== 'failed') onClose();
    });
  };
  return (
    <ReasonDialog
      title={decision === 'refuse' ? m.refuseTitle(one.name) : m.suspendTitle(one.name)}
      label={w.reason}
      needed={m.reasonNeeded}
      busy={busy}
      onConfirm={decide}
      onCancel={onClose}
    />
  );
}
