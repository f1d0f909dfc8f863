import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { formatTime, type Order, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { ExtendDialog, USUAL_DAYS } from '../actions/ExtendDialog';
import { useExtend } from '../actions/useExtend';
import { extensionAsked } from './extensionAsked';
import { useEvents } from './useEvents';

/** A request for more time that waits for an answer: granted with one press, or with other days. */
export function ExtensionNotice({ order }: { order: Order }) {
  const { data } = useEvents(order.id);
  const m = useMessages();
  const { detail } = useAdminMessages();
  const { extend, busy } = useExtend(order);
  const [asking, setAsking] = useState(false);
  const request = extensionAsked(data?.items ?? []);
  if (!request || !order.actions.includes('extend')) {
    return null;
  }
  return (
    <Alert
      severity="warning"
      action={
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <Button variant="contained" loading={busy} onClick={() => void extend(USUAL_DAYS)}>
            {detail.grantDays(USUAL_DAYS)}
          </Button>
          <Button
            color="inherit"
            variant="outlined"
            disabled={busy}
            onClick={() => setAsking(true)}
          >
            {detail.grantOther}
          </Button>
        </Stack>
      }
      sx={{ '& .MuiAlert-message': { flex: '1 1 220px', minWidth: 0 }, flexWrap: 'wrap' }}
    >
      <AlertTitle>{m.inbox.kind.extension_requested}</AlertTitle>
      {request.actor} · {formatTime(request.at)}
      {request.text ? `${m.common.colon}${request.text}` : ''}
      {asking && (
        <ExtendDialog
          order={order}
          busy={busy}
          onConfirm={(days) =>
            void extend(days).then((outcome) => outcome !== 'failed' && setAsking(false))
          }
          onCancel={() => setAsking(false)}
        />
      )}
    </Alert>
  );
}
