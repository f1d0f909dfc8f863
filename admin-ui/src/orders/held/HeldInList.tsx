import Undo from '@mui/icons-material/Undo';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type Order, StateChip, ToneChip } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { type Held, useHeld, useHeldWords, useTakeBack } from './HeldDecisions';

/** The state of an order in a list, or what was just decided about it. */
export function HeldOrState({ order }: { order: Order }) {
  const held = useHeld(order.id);
  if (held !== null) return <HeldChip held={held} />;
  return <StateChip status={order.sstatus} cancelledBy={order.cancelledBy} />;
}

function HeldChip({ held }: { held: Held }) {
  const { what, left } = useHeldWords(held);
  return (
    <Tooltip title={left}>
      <span>
        <ToneChip tone={held.decision === 'approve' ? 'success' : 'danger'} label={what} />
      </span>
    </Tooltip>
  );
}

/** Takes back what was just decided about an order of a list. */
export function UndoIcon({ order }: { order: Order }) {
  const { desk: m, row } = useAdminMessages();
  const { takeBack, busy } = useTakeBack(order.id);
  return (
    <Tooltip title={m.undo}>
      <span>
        <IconButton
          aria-label={row.undo(order.ordername)}
          disabled={busy}
          onClick={() => void takeBack()}
        >
          <Undo fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  );
}
