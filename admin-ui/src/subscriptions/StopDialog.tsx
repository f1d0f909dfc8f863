import { type PushTarget, pushTargets, useSubscriptionWords } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ReasonDialog } from '../parts/ReasonDialog';
import { useCall } from '../parts/useCall';

/** Why nothing is pushed to somebody's target any more: its owner reads it. */
export function StopDialog({ target, onClose }: { target: PushTarget; onClose: () => void }) {
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  const { run, busy, refusal } = useCall(['pushTargets']);
  const stop = (reason: string) => {
    const call = () => pushTargets.stop(target.id, reason);
    void run(call, { ok: m.done, failed: m.failed, inPlace: true }).then((outcome) => {
      if (outcome === 'accepted') onClose();
    });
  };
  return (
    <ReasonDialog
      title={m.stopTitle(target.name)}
      label={w.reason}
      needed={m.reasonNeeded}
      hint={m.stopHint}
      busy={busy}
      refusal={refusal}
      onConfirm={stop}
      onCancel={onClose}
    />
  );
}
