import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { formatTime, type Order, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';

/** That an order is an emergency: who said so, when and why. */
export function EmergencyNotice({ order }: { order: Order }) {
  const { common } = useMessages();
  const { detail } = useAdminMessages();
  if (order.emergency === null) return null;
  const { by, at, cause } = order.emergency;
  return (
    <Alert severity="warning">
      <AlertTitle>{detail.emergency}</AlertTitle>
      {by === null ? '' : `${by} · `}
      {formatTime(at)}
      {common.colon}
      {cause}
    </Alert>
  );
}
