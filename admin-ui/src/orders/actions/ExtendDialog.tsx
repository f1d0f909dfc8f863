import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { FormDialog, formatTime, type Order, prolonged, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';

/** Most days that the server adds at once. */
const MAX_DAYS = 90;

/** Days that are offered first. */
export const USUAL_DAYS = 7;

/** The number of days that the text names, or undefined when it names none that is allowed. */
function parseDays(text: string): number | undefined {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return days >= 1 && days <= MAX_DAYS ? days : undefined;
}

interface ExtendDialogProps {
  order: Order;
  busy: boolean;
  onConfirm: (days: number) => void;
  onCancel: () => void;
}

/** Asks by how many days the delivery stays open longer, and shows when it would then close. */
export function ExtendDialog({ order, busy, onConfirm, onCancel }: ExtendDialogProps) {
  const { orderAction, steer } = useMessages();
  const [text, setText] = useState(String(USUAL_DAYS));
  const days = parseDays(text);
  const onSubmit = () => {
    if (days !== undefined) {
      onConfirm(days);
    }
  };
  return (
    <FormDialog
      title={`${orderAction.extend} · ${order.ordername}`}
      busy={busy}
      onSubmit={onSubmit}
      onClose={onCancel}
    >
      <TextField
        label={steer.days}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={days === undefined}
        helperText={days === undefined ? steer.badDays : ' '}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
        fullWidth
        autoFocus
        sx={{ mt: 1 }}
      />
      {order.expiresAt && <Dates expiresAt={order.expiresAt} days={days} />}
    </FormDialog>
  );
}

function Dates({ expiresAt, days }: { expiresAt: string; days: number | undefined }) {
  const { dialog } = useAdminMessages();
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {dialog.closesAt(formatTime(expiresAt))}
      </Typography>
      <Typography variant="body2" role="status" sx={{ fontWeight: 600 }}>
        {days !== undefined && dialog.closesThen(formatTime(prolonged(expiresAt, days)))}
      </Typography>
    </>
  );
}
