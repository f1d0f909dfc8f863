import Add from '@mui/icons-material/Add';
import UploadFile from '@mui/icons-material/UploadFile';
import Badge from '@mui/material/Badge';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { UserQuery } from '@scenedock/ui-kit';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FindFilter, ListFilters } from '../parts/list/ListFilters';
import { ResourceList } from '../parts/list/ResourceList';
import { useOpenOne } from '../parts/list/useOpenOne';
import { PageHead } from '../parts/PageHead';
import { useMay } from '../providers/useMe';
import { AddUserDialog } from './AddUserDialog';
import { ImportDialog } from './ImportDialog';
import { RoleFilter } from './RoleFilter';
import { UserDrawer } from './UserDrawer';
import { UserTable } from './UserTable';
import { useWaitingCount } from './useUsers';

const STATUSES = ['active', 'waiting', 'disabled', 'refused'] as const;

const CONDITIONS = { q: 'text', role: 'text', status: STATUSES } as const;

/** What the list may be ordered by. */
const ORDERS = ['-created', 'loginName', 'name', 'unit'] as const satisfies readonly NonNullable<
  UserQuery['sort']
>[];

/** Who has an account, and what may be done to it (portal specification section 2, user). */
export function UsersPage() {
  const { users: m } = useAdminMessages();
  const { openId, open } = useOpenOne('user');
  return (
    <ResourceList resource="user" orders={ORDERS} title={m.title} conditions={CONDITIONS}>
      <PageHead title={m.title}>
        <Filters />
        <Tools />
      </PageHead>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <StatusTabs />
        <UserTable onOpen={open} />
      </Paper>
      {openId !== null && <UserDrawer id={openId} onClose={() => open(null)} />}
    </ResourceList>
  );
}

function Tools() {
  const { users: m } = useAdminMessages();
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null);
  const close = () => setDialog(null);
  if (!useMay('/user/save')) return null;
  return (
    <>
      <Button
        variant="outlined"
        size="medium"
        startIcon={<UploadFile />}
        onClick={() => setDialog('import')}
      >
        {m.import.open}
      </Button>
      <Button
        variant="contained"
        size="medium"
        startIcon={<Add />}
        onClick={() => setDialog('add')}
      >
        {m.add}
      </Button>
      {dialog === 'import' && <ImportDialog onClose={close} />}
      {dialog === 'add' && <AddUserDialog onClose={close} />}
    </>
  );
}

function Filters() {
  const { users: m } = useAdminMessages();
  return (
    <ListFilters>
      {/* Wide enough for what the label names. */}
      <FindFilter source="q" label={m.find} width={320} />
      <RoleFilter />
    </ListFilters>
  );
}

function StatusTabs() {
  const { users: m } = useAdminMessages();
  const { filterValues, setFilters } = useListContext();
  const waiting = useWaitingCount();
  return (
    <Tabs
      value={filterValues.status ?? ''}
      onChange={(_, status) => setFilters({ ...filterValues, status })}
      variant="scrollable"
      aria-label={m.status}
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      <Tab value="" label={m.every} />
      {STATUSES.map((status) => (
        <Tab
          key={status}
          value={status}
          label={
            <Badge
              badgeContent={status === 'waiting' ? waiting : 0}
              color="error"
              sx={{ '& .MuiBadge-badge': { right: -14, top: 8 } }}
            >
              {m.statuses[status]}
            </Badge>
          }
          sx={status === 'waiting' && waiting > 0 ? { pr: 4.5 } : {}}
        />
      ))}
    </Tabs>
  );
}
