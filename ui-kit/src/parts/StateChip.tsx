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

type StateProps = {
  status: OrderStatus;
  /** Who cancelled its preparation, if that is why it stands as rejected. */
  cancelledBy?: string | null;
};

/** State of an order. A cancelled one has the code of a rejected one, and a name of its own. */
export function StateChip({ status, cancelledBy = null }: StateProps) {
  const { orderStatus, cancelled } = useMessages();
  if (status === 2 && cancelledBy !== null) {
    return <ToneChip tone="neutral" label={cancelled.status} />;
  }
  const tone = ORDER_STATUSES.find((one) => one.code === status)?.tone ?? 'neutral';
  return <ToneChip tone={tone} label={orderStatus[status] ?? String(status)} />;
}

/** State of a scene in an order. */
export function SceneStateChip({ state }: { state: SceneState }) {
  const { sceneState } = useMessages();
  const tone = SCENE_STATES.find((one) => one.code === state)?.tone ?? 'neutral';
  return <ToneChip tone={tone} label={sceneState[state] ?? String(state)} />;
}
