import Chip from '@mui/material/Chip';
import type { OrderStatus, SceneState } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { ORDER_STATUSES, SCENE_STATES, type Tone } from '../orders/tables';
import { TONES } from '../theme';

/** A soft coloured label. */
export function ToneChip({ tone, label }: { tone: Tone; label: string }) {
  const { bg, fg } = TONES[tone];
  return (
    <Chip
      label={label}
      sx={{ bgcolor: bg, color: fg, fontWeight: 500, height: 22, borderRadius: 1 }}
    />
  );
}

/** State of an order. */
export function StateChip({ status }: { status: OrderStatus }) {
  const { orderStatus } = useMessages();
  const tone = ORDER_STATUSES.find((one) => one.code === status)?.tone ?? 'neutral';
  return <ToneChip tone={tone} label={orderStatus[status] ?? String(status)} />;
}

/** State of a scene in an order. */
export function SceneStateChip({ state }: { state: SceneState }) {
  const { sceneState } = useMessages();
  const tone = SCENE_STATES.find((one) => one.code === state)?.tone ?? 'neutral';
  return <ToneChip tone={tone} label={sceneState[state] ?? String(state)} />;
}
