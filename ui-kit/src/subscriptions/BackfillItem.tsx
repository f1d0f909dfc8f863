import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Backfill, BackfillState, Subscription } from '../api/types';
import { formatDate, formatTime } from '../format';
import { type SubscriptionWords, useSubscriptionWords } from '../messages/useSubscriptionWords';
import type { Tone } from '../orders/tables';
import { ToneChip } from '../parts/StateChip';

const TONES: Record<BackfillState, Tone> = {
  waiting: 'info',
  running: 'progress',
  done: 'success',
  cancelled: 'neutral',
};

type Props = {
  one: Pick<Subscription, 'state'>;
  backfill: Backfill;
  /** What can be done to it. */
  children?: ReactNode;
};

const number = (n: number) => n.toLocaleString('en');

/** How far it is, what became of its scenes, and what it waits for or was stopped by. */
function progressText({ one, backfill }: Props, w: SubscriptionWords): string {
  const { delivered, waiting, missed, chosen, found, looked, state } = backfill;
  const waitsForApproval = state === 'waiting' && one.state === 'pending';
  const stopped = state === 'cancelled' && !backfill.takenBack;
  return [
    ...(state === 'waiting' ? [] : [w.backfillLooked(number(looked), number(chosen))]),
    ...(looked === 0 ? [] : [w.backfillCounts(number(delivered), number(waiting), number(missed))]),
    ...(found > chosen ? [w.backfillFound(number(found), number(chosen))] : []),
    ...(waitsForApproval ? [w.backfillWaitsForApproval] : []),
    ...(stopped ? [w.backfillOver] : []),
  ].join(' · ');
}

/** A backfill of a subscription: of which days, how far its matching is, and what became of its scenes. */
export function BackfillItem(props: Props) {
  const { backfill, children } = props;
  const w = useSubscriptionWords();
  const { chosen, looked, state } = backfill;
  return (
    <Stack
      component="li"
      sx={{ py: 1, gap: 0.25, borderBottom: 1, borderColor: 'divider', listStyle: 'none' }}
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600 }}>
          {w.bases[backfill.basis]} {formatDate(backfill.from)} – {formatDate(backfill.to)}
        </Typography>
        <ToneChip tone={TONES[state]} label={w.backfills[state]} />
        <Typography variant="caption" color="textSecondary">
          {formatTime(backfill.createdAt)}
        </Typography>
        {children}
      </Stack>
      {state === 'running' ? (
        <LinearProgress
          variant="determinate"
          aria-label={w.backfill}
          value={chosen === 0 ? 100 : (looked / chosen) * 100}
        />
      ) : null}
      <Typography variant="body2">{progressText(props, w)}</Typography>
    </Stack>
  );
}
