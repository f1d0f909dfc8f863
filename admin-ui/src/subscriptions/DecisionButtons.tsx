import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type Subscription, subscriptions } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import type { PendingDecision } from './DecisionDialog';

export type OnAsk = { onAsk: (pending: PendingDecision) => void };

/** What can be decided about a subscription as it stands. */
export function DecisionButtons({ one, onAsk }: { one: Subscription } & OnAsk) {
  const { subscriptionDesk: m } = useAdminMessages();
  const { run, busy } = useCall(['subscribeAudit']);
  const { version } = one;
  const decide = (decision: 'approve' | 'lift') => () =>
    void run(() => subscriptions.decide(one.id, { decision, version }), {
      ok: m.done,
      failed: m.failed,
    });
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      {one.state === 'pending' ? (
        <>
          <Button variant="contained" disabled={busy} onClick={decide('approve')}>
            {m.approve}
          </Button>
          <Button color="error" disabled={busy} onClick={() => onAsk({ one, decision: 'refuse' })}>
            {m.refuse}
          </Button>
        </>
      ) : null}
      {one.state === 'running' || one.state === 'paused' ? (
        <Button color="error" disabled={busy} onClick={() => onAsk({ one, decision: 'suspend' })}>
          {m.suspend}
        </Button>
      ) : null}
      {one.state === 'suspended' ? (
        <Button disabled={busy} onClick={decide('lift')}>
          {m.lift}
        </Button>
      ) : null}
    </Stack>
  );
}
