import Undo from '@mui/icons-material/Undo';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type Order, StateChip, ToneChip } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import {
  type PendingDecision,
  usePendingDecision,
  usePendingWords,
  useTakeBack,
} from './PendingDecisions';

/** The state of an order in a list, or what was just decided about it. */
export function DecisionOrState({ order }: { order: Order }) {
  const pending = usePendingDecision(order.id);
  if (pending !== null) return <PendingChip pending={pending} />;
  return <StateChip status={order.sstatus} cancelledBy={order.cancelledBy} />;
}

function PendingChip({ pending }: { pending: PendingDecision }) {
  const { what, left } = usePendingWords(pending);
  return (
    <Tooltip title={left}>
      <span>
        <ToneChip tone={pending.decision === 'approve' ? 'success' : 'danger'} label={what} />
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
