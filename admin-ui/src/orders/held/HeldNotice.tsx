import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { type Held, useHeld, useHeldWords, useTakeBack } from './HeldDecisions';

/** What the audit desk has just decided about an order, and the way back. */
export function HeldNotice({ orderId }: { orderId: string }) {
  const held = useHeld(orderId);
  return held === null ? null : <Notice orderId={orderId} held={held} />;
}

function Notice({ orderId, held }: { orderId: string; held: Held }) {
  const { desk: m } = useAdminMessages();
  const { what, left } = useHeldWords(held);
  const { takeBack, busy } = useTakeBack(orderId);
  return (
    <Alert
      severity={held.decision === 'approve' ? 'success' : 'warning'}
      action={
        held.mine && (
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
      {held.cause !== '' && <div>{held.cause}</div>}
    </Alert>
  );
}
