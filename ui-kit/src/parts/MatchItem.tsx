import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { SubscribedScene, SubscribedSceneState } from '../api/types';
import { formatSceneSize, formatTime } from '../format';
import { useSubscriptionWords } from '../messages/useSubscriptionWords';
import { useText } from '../messages/useText';
import type { Tone } from '../orders/tables';
import { ToneChip } from './StateChip';

const TONES: Record<SubscribedSceneState, Tone> = {
  waiting: 'info',
  delivered: 'success',
  missed: 'danger',
  withdrawn: 'neutral',
};

/** A scene that a subscription matched, and what became of it. */
export function MatchItem({ scene }: { scene: SubscribedScene }) {
  const w = useSubscriptionWords();
  const text = useText();
  const time =
    scene.endedAt === null ? w.dueAt(formatTime(scene.dueAt)) : formatTime(scene.endedAt);
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
