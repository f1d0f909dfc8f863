import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import { EmptyState, QueryResult, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { Pages } from '../parts/Pages';
import { useMay } from '../providers/useMe';
import { RoleDialog } from './RoleDialog';
import { RoleDrawer } from './RoleDrawer';
import { RoleMatrix } from './RoleMatrix';
import { RoleTable } from './RoleTable';
import { SeparationPanel } from './SeparationPanel';
import { type RoleTab, useRoleAddress } from './useRoleAddress';
import { PAGE_SIZE, useRoles } from './useRoles';

/** Roles and what they allow (portal specification section 2: role, power). */
export function RolesPage() {
  const { common } = useMessages();
  const { roles: m } = useAdminMessages();
  const { tab, q, page, openId, show, find, turn, open } = useRoleAddress();
  const query = useRoles(q, page);
  const [adding, setAdding] = useState(false);
  const mayChange = useMay('/role/save');
  return (
    <>
      <PageHead title={m.title}>
        <TextField
          type="search"
          label={m.find}
          value={q}
          onChange={(event) => find(event.target.value)}
          sx={{ width: 180, '& .MuiInputBase-root': { bgcolor: 'background.paper' } }}
        />
        {mayChange && (
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
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Tabs
          value={tab}
          onChange={(_, next: RoleTab) => show(next)}
          aria-label={m.title}
          sx={{ borderBottom: 1, borderColor: 'divider' }}
        >
          <Tab value="list" label={m.list} />
          <Tab value="matrix" label={m.matrix} />
          <Tab value="separation" label={m.separation.tab} />
        </Tabs>
        {tab === 'separation' ? (
          <SeparationPanel />
        ) : (
          <QueryResult query={query}>
            {({ items, total }) =>
              items.length === 0 ? (
                <EmptyState title={common.noMatch} />
              ) : (
                <>
                  {tab === 'list' ? (
                    <RoleTable roles={items} onOpen={open} />
                  ) : (
                    <RoleMatrix roles={items} onOpen={open} />
                  )}
                  <Pages total={total} pageSize={PAGE_SIZE} page={page} onPage={turn} />
                </>
              )
            }
          </QueryResult>
        )}
      </Paper>
      {adding && <RoleDialog onClose={() => setAdding(false)} />}
      {openId !== null && <RoleDrawer id={openId} onClose={() => open(null)} />}
    </>
  );
}
