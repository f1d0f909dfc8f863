import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import {
  type PendingDecision,
  usePendingDecision,
  usePendingWords,
  useTakeBack,
} from './PendingDecisions';

/** What the audit desk has just decided about an order, and the way back. */
export function PendingNotice({ orderId }: { orderId: string }) {
  const pending = usePendingDecision(orderId);
  return pending === null ? null : <Notice orderId={orderId} pending={pending} />;
}

function Notice({ orderId, pending }: { orderId: string; pending: PendingDecision }) {
  const { desk: m } = useAdminMessages();
  const { what, left } = usePendingWords(pending);
  const { takeBack, busy } = useTakeBack(orderId);
  return (
    <Alert
      severity={pending.decision === 'approve' ? 'success' : 'warning'}
      action={
        pending.mine && (
          <Button variant="outlined" color="inherit" loading={busy} onClick={() => void takeBack()}>
            {m.undo}
          </Button>
        )
      }
    >
      {what}
      {/* Said once; the seconds are for the eyes. */}
      <Typography
        component="span"
        variant="body2"
        aria-hidden
        sx={{ ml: 1, fontVariantNumeric: 'tabular-nums' }}
      >
        {left}
      </Typography>
      {pending.cause !== '' && <div>{pending.cause}</div>}
    </Alert>
  );
}
