import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {
  ConfirmDialog,
  EmptyState,
  formatTime,
  ToneChip,
  useMessages,
  useText,
  type Webhook,
} from '@scenedock/ui-kit';
import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useSaveRecord } from '../parts/forms/useSaveRecord';
import { Column } from '../parts/list/Column';
import { ListRows } from '../parts/list/ListRows';
import { useCall } from '../parts/useCall';

/** The addresses, what each is told of, and how the last call went. */
export function WebhookTable() {
  const { common } = useMessages();
  const { webhooks: m } = useAdminMessages();
  return (
    <ListRows label={m.title} minWidth={860} empty={<EmptyState title={m.empty} />}>
      <Column<Webhook>
        source="url"
        label="URL"
        minWidth={220}
        breakable
        render={({ url }) => (
          <Box component="span" sx={{ fontFamily: 'monospace' }}>
            {url}
          </Box>
        )}
      />
      <Column<Webhook>
        source="events"
        label={m.events}
        width={240}
        minWidth={180}
        render={(webhook) => <Events webhook={webhook} />}
      />
      <Column<Webhook>
        source="lastCall"
        label={m.lastCall}
        render={(webhook) => (
          <div>
            <LastCall webhook={webhook} />
          </div>
        )}
      />
      <Column<Webhook>
        source="createdAt"
        label={m.createdAt}
        width={150}
        render={({ createdAt }) => formatTime(createdAt)}
      />
      <Column<Webhook>
        source="active"
        label={m.active}
        width={90}
        render={(webhook) => <ActiveSwitch webhook={webhook} />}
      />
      <Column<Webhook>
        source="operations"
        label={common.operations}
        width={70}
        render={(webhook) => <DeleteButton webhook={webhook} />}
      />
    </ListRows>
  );
}

function Events({ webhook: { events } }: { webhook: Webhook }) {
  const { inbox } = useMessages();
  const { webhooks: m } = useAdminMessages();
  const names = events.map((kind) => inbox.kind[kind] ?? kind);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      {(names.length === 0 ? [m.everything] : names).map((name) => (
        <ToneChip key={name} tone="info" label={name} />
      ))}
    </Box>
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
  const { save, busy } = useSaveRecord('webhooks', {
    ok: common.success,
    failed: common.failure,
  });
  const turn = (active: boolean) => save(webhook.id, { active });
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
  const provider = useDataProvider();
  const { run, busy } = useCall(['webhooks']);
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    const texts = { ok: orders.deleted, failed: orders.deleteFailed };
    if ((await run(() => provider.delete('webhooks', { id: webhook.id }), texts)) !== 'failed') {
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
