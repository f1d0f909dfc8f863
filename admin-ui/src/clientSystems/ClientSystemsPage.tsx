import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ClientSystem } from '@scenedock/ui-kit';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ResourceList } from '../parts/list/ResourceList';
import { useOpenOne } from '../parts/list/useOpenOne';
import { PageHead } from '../parts/PageHead';
import { ClientSystemPanel } from './ClientSystemPanel';
import { ClientSystemTable } from './ClientSystemTable';
import { SystemDialog } from './SystemDialog';

type Open = { what: 'add' } | { what: 'change'; system: ClientSystem };

/** Other systems that call with tokens of their own (portal specification section 2, dataSyncDb): the list, or one of them. */
export function ClientSystemsPage() {
  const { clientSystems: m } = useAdminMessages();
  const { openId, open } = useOpenOne('system');
  const [dialog, setDialog] = useState<Open | null>(null);
  if (openId !== null) {
    return <ClientSystemPanel key={openId} id={openId} onClose={() => open(null)} />;
  }
  return (
    <ResourceList resource="dataSyncDb" title={m.title} conditions={{}}>
      <PageHead title={m.title}>
        <AddButton onAdd={() => setDialog({ what: 'add' })} />
      </PageHead>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <ClientSystemTable
          onOpen={open}
          onChange={(system) => setDialog({ what: 'change', system })}
        />
      </Paper>
      {dialog !== null && (
        <SystemDialog
          system={dialog.what === 'change' ? dialog.system : undefined}
          // What comes next is its first token.
          {...(dialog.what === 'add' ? { onSaved: ({ id }) => open(String(id)) } : {})}
          onClose={() => setDialog(null)}
        />
      )}
    </ResourceList>
  );
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  const { clientSystems: m } = useAdminMessages();
  // The server lets nobody add one who may not read the list.
  if (useListContext().data === undefined) return null;
  return (
    <Button variant="contained" size="medium" startIcon={<Add />} onClick={onAdd}>
      {m.add}
    </Button>
  );
}
