import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { OrderStatus, SceneState } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { ORDER_STATUSES, SCENE_STATES, type Tone } from '../orders/tables';
import { TONES } from '../theme';

/** A dot and a word on a soft ground. */
export function ToneChip({ tone, label }: { tone: Tone; label: string }) {
  const { bg, fg, dot } = TONES[tone];
  return (
    <Chip
      data-tone={tone}
      label={
        <>
          <Box
            component="span"
            sx={{
              display: 'inline-block',
              width: 6,
              height: 6,
              borderRadius: 3,
              bgcolor: dot,
              mr: 0.75,
              verticalAlign: 'middle',
            }}
          />
          {label}
        </>
      }
      sx={{ bgcolor: bg, color: fg, height: 22, borderRadius: 1 }}
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
  const label = useStateName({ status, cancelledBy });
  const tone = ORDER_STATUSES.find((one) => one.code === status)?.tone ?? 'neutral';
  return <ToneChip tone={isCancelled({ status, cancelledBy }) ? 'neutral' : tone} label={label} />;
}

const isCancelled = ({ status, cancelledBy = null }: StateProps) =>
  status === 2 && cancelledBy !== null;

/** What the state of an order is called. */
export function useStateName(props: StateProps): string {
  const { orderStatus, cancelled } = useMessages();
  return isCancelled(props)
    ? cancelled.status
    : (orderStatus[props.status] ?? String(props.status));
}

/** State of a scene in an order; none before the preparation begins. */
export function SceneStateChip({ state }: { state: SceneState | null }) {
  const { sceneState } = useMessages();
  if (state === null) return null;
  const tone = SCENE_STATES.find((one) => one.code === state)?.tone ?? 'neutral';
  return <ToneChip tone={tone} label={sceneState[state] ?? String(state)} />;
}
