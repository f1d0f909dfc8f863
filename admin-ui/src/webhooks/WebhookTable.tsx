import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {
  api,
  ConfirmDialog,
  formatTime,
  ToneChip,
  useMessages,
  useText,
  type Webhook,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';
import { useCall } from '../parts/useCall';

/** The addresses, what each is told of, and how the last call went. */
export function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  const { common } = useMessages();
  const { webhooks: m } = useAdminMessages();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.title}>
      <Table aria-label={m.title} sx={blockRows(860)}>
        <TableHead>
          <TableRow>
            <TableCell>URL</TableCell>
            <TableCell sx={{ width: 240 }}>{m.events}</TableCell>
            <TableCell>{m.lastCall}</TableCell>
            <TableCell sx={{ width: 150 }}>{m.createdAt}</TableCell>
            <TableCell sx={{ width: 90 }}>{m.active}</TableCell>
            <TableCell sx={{ width: 70 }}>{common.operations}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { common, inbox } = useMessages();
  const { webhooks: m } = useAdminMessages();
  const names = webhook.events.map((kind) => inbox.kind[kind] ?? kind);
  return (
    <TableRow hover>
      <TableCell data-label="URL" sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>
        <span>{webhook.url}</span>
      </TableCell>
      <TableCell data-label={m.events}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          {(names.length === 0 ? [m.everything] : names).map((name) => (
            <ToneChip key={name} tone="info" label={name} />
          ))}
        </Box>
      </TableCell>
      <TableCell data-label={m.lastCall}>
        <div>
          <LastCall webhook={webhook} />
        </div>
      </TableCell>
      <TableCell data-label={m.createdAt}>{formatTime(webhook.createdAt)}</TableCell>
      <TableCell data-label={m.active}>
        <ActiveSwitch webhook={webhook} />
      </TableCell>
      <TableCell data-label={common.operations}>
        <DeleteButton webhook={webhook} />
      </TableCell>
    </TableRow>
  );
}

/** Whether a call arrived, as its answer says. */
function arrived({ lastStatus, lastError }: Webhook): boolean {
  return lastError === null && lastStatus !== null && lastStatus >= 200 && lastStatus < 300;
}

function LastCall({ webhook }: { webhook: Webhook }) {
  const { webhooks: m } = useAdminMessages();
  const text = useText();
  if (!webhook.lastAt) {
    return (
      <Typography variant="body2" color="textSecondary">
        {m.never}
      </Typography>
    );
  }
  const ok = arrived(webhook);
  const status = webhook.lastStatus === null ? '' : ` ${webhook.lastStatus}`;
  return (
    <>
      <ToneChip tone={ok ? 'success' : 'danger'} label={`${ok ? m.ok : m.failed}${status}`} />
      <Typography variant="caption" color="textSecondary" component="div">
        {formatTime(webhook.lastAt)}
      </Typography>
      {webhook.lastError && (
        <Typography variant="caption" color="error" component="div" sx={{ maxWidth: 260 }}>
          {text(webhook.lastErrorMessage, webhook.lastError)}
        </Typography>
      )}
    </>
  );
}

function ActiveSwitch({ webhook }: { webhook: Webhook }) {
  const { common } = useMessages();
  const { webhooks: m } = useAdminMessages();
  const { run, busy } = useCall(['webhooks']);
  const turn = (active: boolean) =>
    run(() => api.webhooks.switch(webhook.id, active), {
      ok: common.success,
      failed: common.failure,
    });
  return (
    <Switch
      checked={webhook.active}
      disabled={busy}
      onChange={(_, active) => void turn(active)}
      slotProps={{ input: { 'aria-label': m.switchOf(webhook.url) } }}
    />
  );
}

function DeleteButton({ webhook }: { webhook: Webhook }) {
  const { common, orders } = useMessages();
  const { webhooks: m } = useAdminMessages();
  const { run, busy } = useCall(['webhooks']);
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    const texts = { ok: orders.deleted, failed: orders.deleteFailed };
    if ((await run(() => api.webhooks.remove(webhook.id), texts)) !== 'failed') {
      setAsking(false);
    }
  };
  return (
    <>
      <Tooltip title={common.delete}>
        <IconButton
          color="error"
          aria-label={m.deleteOf(webhook.url)}
          onClick={() => setAsking(true)}
        >
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      {asking && (
        <ConfirmDialog
          text={orders.deleteConfirm}
          danger
          busy={busy}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
