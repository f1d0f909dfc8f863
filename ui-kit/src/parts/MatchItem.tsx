import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { SubscribedScene, SubscribedSceneState, Subscription } from '../api/types';
import { formatSceneSize, formatTime } from '../format';
import {
  type SubscriptionWords,
  standingText,
  useSubscriptionWords,
} from '../messages/useSubscriptionWords';
import { useText } from '../messages/useText';
import type { Tone } from '../orders/tables';
import { ToneChip } from './StateChip';

const TONES: Record<SubscribedSceneState, Tone> = {
  waiting: 'info',
  delivered: 'success',
  missed: 'danger',
  withdrawn: 'neutral',
};

type Hours = Pick<Subscription, 'windowFrom'>;

/** When it ended, or what it waits for: its time, or what holds it back although that has come. */
function timeText(
  { endedAt, dueAt, heldBy }: SubscribedScene,
  { windowFrom }: Hours,
  w: SubscriptionWords,
): string {
  if (endedAt !== null) return formatTime(endedAt);
  if (heldBy !== null) return standingText({ standing: heldBy, windowFrom }, w);
  return w.dueAt(formatTime(dueAt));
}

/** A scene that a subscription matched, and what became of it. */
export function MatchItem({ one, scene }: { one: Hours; scene: SubscribedScene }) {
  const w = useSubscriptionWords();
  const text = useText();
  const time = timeText(scene, one, w);
  return (
    <Stack
      component="li"
      sx={{ py: 1, gap: 0.25, borderBottom: 1, borderColor: 'divider', listStyle: 'none' }}
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{scene.dataname}</Typography>
        <ToneChip
          tone={scene.sending ? 'progress' : TONES[scene.state]}
          label={scene.sending ? w.sending : w.matches[scene.state]}
        />
        {scene.round > 1 ? (
          <Typography variant="caption">{w.correction(scene.round)}</Typography>
        ) : null}
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {formatSceneSize(scene.size, w.sizeUnknown)} · {time} · {scene.path}
      </Typography>
      {scene.withdrawal === null ? null : <WithdrawalText withdrawal={scene.withdrawal} />}
      {scene.failure === null ? null : (
        <Typography variant="body2" color={scene.state === 'missed' ? 'error' : 'textSecondary'}>
          {text(scene.failureMessage, scene.failure)}
        </Typography>
      )}
    </Stack>
  );
}

type Withdrawal = NonNullable<SubscribedScene['withdrawal']>;

/** When and why it was withdrawn, and whether the target was told. */
function WithdrawalText({ withdrawal }: { withdrawal: Withdrawal }) {
  const w = useSubscriptionWords();
  const text = useText();
  const { failure, failureMessage, reason, state, withdrawnAt } = withdrawal;
  const isLeft = state === 'done' && failure !== null;
  return (
    <>
      <Typography variant="body2">{w.withdrawn(formatTime(withdrawnAt), reason)}</Typography>
      <Typography variant="body2" color={state === 'missed' ? 'error' : 'textSecondary'}>
        {w.withdrawals[isLeft ? 'left' : state]}
        {failure === null ? null : ` ${text(failureMessage, failure)}`}
      </Typography>
    </>
  );
}
