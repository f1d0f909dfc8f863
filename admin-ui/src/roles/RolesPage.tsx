import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { RoleQuery, StoredRole } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ListPages } from '../parts/list/ListEnd';
import { FindFilter, ListFilters } from '../parts/list/ListFilters';
import { ListStates } from '../parts/list/ListStates';
import { NoRows } from '../parts/list/NoRows';
import { ResourceList } from '../parts/list/ResourceList';
import { useOpenOne } from '../parts/list/useOpenOne';
import { PageHead } from '../parts/PageHead';
import { useTab } from '../parts/useTab';
import { useMay } from '../providers/useMe';
import { RoleDialog } from './RoleDialog';
import { RoleDrawer } from './RoleDrawer';
import { RoleMatrix } from './RoleMatrix';
import { RoleTable } from './RoleTable';
import { SeparationPanel } from './SeparationPanel';

const CONDITIONS = { q: 'text' } as const;
/** What the list may be ordered by. */
const ORDERS = ['name', '-created'] as const satisfies readonly NonNullable<RoleQuery['sort']>[];

const TABS = ['list', 'matrix', 'separation'] as const;

/** Roles and what they allow (portal specification section 2: role, power). */
export function RolesPage() {
  const { roles: m } = useAdminMessages();
  const { openId, open } = useOpenOne('role');
  const [tab, show] = useTab(TABS);
  const [adding, setAdding] = useState(false);
  const mayChange = useMay('/role/save');
  return (
    <ResourceList resource="role" orders={ORDERS} title={m.title} conditions={CONDITIONS}>
      <PageHead title={m.title}>
        <ListFilters>
          <FindFilter source="q" label={m.find} width={180} />
        </ListFilters>
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
          onChange={(_, next: typeof tab) => show(next)}
          aria-label={m.title}
          sx={{ borderBottom: 1, borderColor: 'divider' }}
        >
          <Tab value="list" label={m.list} />
          <Tab value="matrix" label={m.matrix} />
          <Tab value="separation" label={m.separation.tab} />
        </Tabs>
        {tab === 'list' && <RoleTable onOpen={open} />}
        {tab === 'matrix' && (
          <ListStates<StoredRole> empty={<NoRows />}>
            {(roles) => (
              <>
                <RoleMatrix roles={roles} onOpen={open} />
                <ListPages />
              </>
            )}
          </ListStates>
        )}
        {tab === 'separation' && <SeparationPanel />}
      </Paper>
      {adding && <RoleDialog onClose={() => setAdding(false)} />}
      {openId !== null && <RoleDrawer id={openId} onClose={() => open(null)} />}
    </ResourceList>
  );
}
