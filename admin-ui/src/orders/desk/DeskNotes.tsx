import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { type DroppedDecision, office, useText } from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { orderPath } from '../../parts/orderPath';
import type { Undecided } from './useDecisions';
import { DESK_KEY } from './useQueue';

interface DeskNotesProps {
  dropped: readonly DroppedDecision[];
  undecided: readonly Undecided[];
  onForget: () => void;
}

/** What did not come about: decisions that were dropped, and orders that were refused. */
export function DeskNotes({ dropped, undecided, onForget }: DeskNotesProps) {
  const { desk: m } = useAdminMessages();
  return (
    <>
      {dropped.length > 0 && <Dropped dropped={dropped} />}
      {undecided.length > 0 && (
        <Alert severity="warning" onClose={onForget} sx={{ mb: 1 }}>
          {m.results}
          {undecided.map(({ id, name, why }) => (
            <div key={id}>{m.notDecided(name, why)}</div>
          ))}
        </Alert>
      )}
    </>
  );
}

function Dropped({ dropped }: { dropped: readonly DroppedDecision[] }) {
  const { desk: m } = useAdminMessages();
  const text = useText();
  const queries = useQueryClient();
  const putAway = async () => {
    await Promise.allSettled(dropped.map(({ id }) => office.auditDesk.putAway(id)));
    await queries.invalidateQueries({ queryKey: DESK_KEY });
  };
  return (
    <Alert
      severity="warning"
      sx={{ mb: 1 }}
      action={
        <Button color="inherit" onClick={() => void putAway()}>
          {m.putAway}
        </Button>
      }
    >
      {m.dropped}
      {dropped.map((one) => (
        <div key={one.id}>
          <Link component={RouterLink} to={orderPath(one.orderId)} color="inherit">
            {m.droppedOne(one.ordername, m[one.decision], text(one.message, one.text))}
          </Link>
        </div>
      ))}
    </Alert>
  );
}
