import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { QueuedOrder } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { KeyCap } from './KeyCap';
import { remaining } from './QueueRow';
import { isOpen } from './queueOrder';

interface DecisionBarProps {
  selected: QueuedOrder | undefined;
  /** The orders that are decided about: those that are ticked, else the one that is shown. */
  count: number;
  undoing: readonly QueuedOrder[];
  busy: boolean;
  now: number;
  onMove: (by: 1 | -1) => void;
  onApprove: () => void;
  onReject: () => void;
  onUndo: () => void;
  onKeys: () => void;
}

/** What can be done now, each with its key, and what was just done and can be taken back. */
export function DecisionBar(props: DecisionBarProps) {
  const { selected, count, undoing, busy, now, onMove, onApprove, onReject, onUndo, onKeys } =
    props;
  const { desk: m } = useAdminMessages();
  const off = busy || count === 0;
  return (
    <Paper
      variant="outlined"
      role="toolbar"
      aria-label={m.title}
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        py: 1,
      }}
    >
      <Button onClick={() => onMove(-1)} aria-keyshortcuts="K">
        {m.previous}
        <KeyCap>K</KeyCap>
      </Button>
      <Button onClick={() => onMove(1)} aria-keyshortcuts="J">
        {m.next}
        <KeyCap>J</KeyCap>
      </Button>
      <Button
        onClick={onKeys}
        aria-keyshortcuts="?"
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      >
        {m.keys}
        <KeyCap>?</KeyCap>
      </Button>
      <Undo undoing={undoing} now={now} onUndo={onUndo} />
      <Box sx={{ flex: 1 }} />
      <Note selected={selected} />
      <Button
        variant="outlined"
        color="error"
        size="medium"
        disabled={off}
        onClick={onReject}
        aria-keyshortcuts="R"
      >
        {count > 1 ? m.rejectTicked(count) : m.reject}
        <KeyCap>R</KeyCap>
      </Button>
      <Button
        variant="contained"
        size="medium"
        disabled={off}
        loading={busy}
        onClick={onApprove}
        aria-keyshortcuts="A"
      >
        {count > 1 ? m.approveTicked(count) : m.approve}
        <KeyCap>A</KeyCap>
      </Button>
    </Paper>
  );
}

/** Why nothing can be decided about the order that is shown. */
function Note({ selected }: { selected: QueuedOrder | undefined }) {
  const { desk: m } = useAdminMessages();
  if (!selected || isOpen(selected)) return null;
  const { decision } = selected;
  return (
    <Typography variant="body2" color="textSecondary">
      {decision ? m.pendingBy(decision.byName, m.pending[decision.decision]) : m.own}
    </Typography>
  );
}

type UndoProps = Pick<DecisionBarProps, 'undoing' | 'now' | 'onUndo'>;

/** What was decided last. It is said once; the seconds that are left are for the eyes. */
function Undo({ undoing, now, onUndo }: UndoProps) {
  const { desk: m } = useAdminMessages();
  const [last] = undoing;
  const names = undoing.length === 1 ? (last?.ordername ?? '') : m.manyOrders(undoing.length);
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
      <Typography role="status" variant="body2">
        {last?.decision ? m.decidedOrders(m.decided[last.decision.decision], names) : ''}
      </Typography>
      {last?.decision && (
        <>
          <Typography
            aria-hidden
            variant="body2"
            color="textSecondary"
            sx={{ fontVariantNumeric: 'tabular-nums' }}
          >
            {remaining(last.decision.dueAt, now, m)}
          </Typography>
          <Button onClick={onUndo} aria-keyshortcuts="U">
            {m.undo}
            <KeyCap>U</KeyCap>
          </Button>
        </>
      )}
    </Stack>
  );
}
