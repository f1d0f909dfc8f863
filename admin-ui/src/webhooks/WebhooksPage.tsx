import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { api, EmptyState, type NewWebhook, QueryResult } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { AddWebhookDialog } from './AddWebhookDialog';
import { SecretDialog } from './SecretDialog';
import { WebhookTable } from './WebhookTable';

/** Addresses of other systems that are told of what happens to orders. */
export function WebhooksPage() {
  const { webhooks: m } = useAdminMessages();
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<NewWebhook | null>(null);
  const query = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => api.webhooks.list({ signal }),
  });
  return (
    <>
      <PageHead title={m.title}>
        {/* The server lets nobody add an address who may not read the list. */}
        {query.isSuccess && (
          <Button
            variant="contained"
            size="medium"
            startIcon={<Add />}
            onClick={() => setAdding(true)}
          >
            {m.add}
          </Button>
        )}
      </PageHead>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <QueryResult query={query} empty={<EmptyState title={m.empty} />}>
          {({ items }) => <WebhookTable webhooks={items} />}
        </QueryResult>
      </Paper>
      {adding && (
        <AddWebhookDialog
          onClose={() => setAdding(false)}
          onMade={(webhook) => {
            setAdding(false);
            setMade(webhook);
          }}
        />
      )}
      {made && <SecretDialog webhook={made} onClose={() => setMade(null)} />}
    </>
  );
}
