import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { NewWebhook } from '@scenedock/ui-kit';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ResourceList } from '../parts/list/ResourceList';
import { PageHead } from '../parts/PageHead';
import { SecretDialog } from '../parts/SecretDialog';
import { AddWebhookDialog } from './AddWebhookDialog';
import { WebhookTable } from './WebhookTable';

/** Addresses of other systems that are told of what happens to orders. */
export function WebhooksPage() {
  const { webhooks: m } = useAdminMessages();
  return (
    <ResourceList resource="webhooks" title={m.title} conditions={{}}>
      <PageHead title={m.title}>
        <AddButton />
      </PageHead>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <WebhookTable />
      </Paper>
    </ResourceList>
  );
}

function AddButton() {
  const { webhooks: m } = useAdminMessages();
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<NewWebhook | null>(null);
  // The server lets nobody add an address who may not read the list.
  if (useListContext().data === undefined) return null;
  return (
    <>
      <Button variant="contained" size="medium" startIcon={<Add />} onClick={() => setAdding(true)}>
        {m.add}
      </Button>
      {adding && (
        <AddWebhookDialog
          onClose={() => setAdding(false)}
          onMade={(webhook) => {
            setAdding(false);
            setMade(webhook);
          }}
        />
      )}
      {made && (
        <SecretDialog
          title={m.secretTitle}
          about={made.url}
          once={m.secretOnce}
          label={m.secret}
          secret={made.secret}
          use={m.secretUse}
          kept={m.secretKept}
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}
