import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { MatchState, SubscribedScene } from '../api/types';
import { formatBytes, formatTime } from '../format';
import { useSubscriptionWords } from '../messages/useSubscriptionWords';
import { useText } from '../messages/useText';
import type { Tone } from '../orders/tables';
import { ToneChip } from './StateChip';

const TONES: Record<MatchState, Tone> = {
  waiting: 'info',
  delivered: 'success',
  missed: 'danger',
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
        {formatBytes(scene.size)} · {time} · {scene.path}
      </Typography>
      {scene.failure === null ? null : (
        <Typography variant="body2" color={scene.state === 'missed' ? 'error' : 'textSecondary'}>
          {text(scene.failureMessage, scene.failure)}
        </Typography>
      )}
    </Stack>
  );
}
