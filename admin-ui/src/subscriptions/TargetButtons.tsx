import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type PushTarget, pushTargets } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';

interface TargetButtonsProps {
  target: PushTarget;
  onLimit: () => void;
  onStop: () => void;
}

/** What an administrator does to somebody's target. */
export function TargetButtons({ target, onLimit, onStop }: TargetButtonsProps) {
  const { subscriptionDesk: m } = useAdminMessages();
  const { run, busy } = useCall(['pushTargets']);
  const tryOut = () =>
    void run(() => pushTargets.tryOut(target.id), {
      ok: m.triedOut(target.name),
      failed: m.tryOutFailed(target.name),
    });
  const resume = () =>
    void run(() => pushTargets.resume(target.id), { ok: m.done, failed: m.failed });
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap' }}>
      <Button onClick={onLimit}>{m.limits}</Button>
      <Button disabled={busy} onClick={tryOut}>
        {m.tryOut}
      </Button>
      {target.hold === 'stopped' ? (
        <Button disabled={busy} onClick={resume}>
          {m.resume}
        </Button>
      ) : (
        <Button color="error" onClick={onStop}>
          {m.stop}
        </Button>
      )}
    </Stack>
  );
}
