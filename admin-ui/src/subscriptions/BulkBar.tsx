import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type Subscription,
  type SubscriptionDecision,
  subscriptions,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ReasonDialog } from '../parts/ReasonDialog';
import { useCall } from '../parts/useCall';

type Props = { picked: readonly Subscription[]; onDone: () => void };

const canSuspend = ({ state }: Subscription) => state === 'running' || state === 'paused';
const canLift = ({ state }: Subscription) => state === 'suspended';

/** Whether something is done to several of these at once. */
export const canPick = (one: Subscription) => canSuspend(one) || canLift(one);

/** What is done to all that are ticked, each by itself: one that is refused is named, and the others go on. */
export function BulkBar({ picked, onDone }: Props) {
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  const notify = useNotify();
  const { run, busy } = useCall(['subscribeAudit']);
  // Those that are suspended stay the ones that the question named.
  const [asking, setAsking] = useState<readonly Subscription[] | null>(null);
  const running = picked.filter(canSuspend);
  const suspended = picked.filter(canLift);
  if (picked.length === 0 && asking === null) return null;
  const decide = async (
    all: readonly Subscription[],
    decision: Omit<SubscriptionDecision, 'version'>,
  ) => {
    let done = 0;
    for (const one of all) {
      const { version } = one;
      const call = () => subscriptions.decide(one.id, { ...decision, version });
      const outcome = await run(call, { failed: m.failedOf(one.name), persistent: true });
      if (outcome === 'accepted') done += 1;
    }
    if (done > 0) notify(m.doneOf(done), { type: 'success' });
    onDone();
  };
  return (
    <Stack direction="row" role="group" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography variant="body2" role="status">
        {m.picked(picked.length)}
      </Typography>
      <Button
        variant="outlined"
        color="error"
        disabled={busy || running.length === 0}
        onClick={() => setAsking(running)}
      >
        {m.suspendOf(running.length)}
      </Button>
      <Button
        variant="outlined"
        disabled={busy || suspended.length === 0}
        onClick={() => void decide(suspended, { decision: 'lift' })}
      >
        {m.liftOf(suspended.length)}
      </Button>
      <Button onClick={onDone}>{m.unpick}</Button>
      {asking !== null && (
        <ReasonDialog
          title={m.suspendOf(asking.length)}
          label={w.reason}
          needed={m.reasonNeeded}
          busy={busy}
          onConfirm={(reason) =>
            void decide(asking, { decision: 'suspend', reason }).then(() => setAsking(null))
          }
          onCancel={() => setAsking(null)}
        />
      )}
    </Stack>
  );
}
