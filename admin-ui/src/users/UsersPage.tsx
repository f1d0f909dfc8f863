import Add from '@mui/icons-material/Add';
import UploadFile from '@mui/icons-material/UploadFile';
import Badge from '@mui/material/Badge';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import { EmptyState, QueryResult, useMessages, useRoleName } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { Pages } from '../parts/Pages';
import { useMay } from '../providers/useMe';
import { useRoles } from '../roles/useRoles';
import { AddUserDialog } from './AddUserDialog';
import { ImportDialog } from './ImportDialog';
import { UserDrawer } from './UserDrawer';
import { UserTable } from './UserTable';
import { STATUSES, type UserFilter, useUserAddress } from './useUserAddress';
import { PAGE_SIZE, useUsers, useWaitingCount } from './useUsers';

/** Who has an account, and what may be done to it (portal specification section 2, user). */
export function UsersPage() {
  const { common } = useMessages();
  const { users: m } = useAdminMessages();
  const { filter, openId, narrow, turn, open } = useUserAddress();
  const query = useUsers(filter);
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const mayManage = useMay('/user/save');
  const isFiltered = filter.q !== '' || filter.role !== null || filter.status !== null;
  return (
    <>
      <PageHead title={m.title}>
        <Filters filter={filter} onChange={narrow} />
        {mayManage && (
          <Button
            variant="outlined"
            size="medium"
            startIcon={<UploadFile />}
            onClick={() => setImporting(true)}
          >
            {m.import.open}
          </Button>
        )}
        {mayManage && (
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
        <StatusTabs filter={filter} onChange={narrow} />
        <QueryResult query={query}>
          {({ items, total }) =>
            items.length === 0 ? (
              <EmptyState title={isFiltered ? common.noMatch : m.empty} />
            ) : (
              <>
                <UserTable users={items} onOpen={open} />
                <Pages total={total} pageSize={PAGE_SIZE} page={filter.page} onPage={turn} />
              </>
            )
          }
        </QueryResult>
      </Paper>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      {adding && <AddUserDialog onClose={() => setAdding(false)} />}
      {openId !== null && <UserDrawer id={openId} onClose={() => open(null)} />}
    </>
  );
}

interface FiltersProps {
  filter: UserFilter;
  onChange: (changes: Partial<UserFilter>) => void;
}

/** Wide enough for what the label names. */
const FIND_WIDTH = { xs: 180, sm: 260 };

function Filters({ filter, onChange }: FiltersProps) {
  const nameOf = useRoleName();
  const roles = useRoles('', 1, 100).data?.items ?? [];
  const { users: m } = useAdminMessages();
  const ground = { '& .MuiInputBase-root': { bgcolor: 'background.paper' } };
  return (
    <>
      <TextField
        type="search"
        label={m.find}
        value={filter.q}
        onChange={(event) => onChange({ q: event.target.value })}
        sx={{ width: FIND_WIDTH, ...ground }}
      />
      <TextField
        select
        label={m.role}
        value={roles.some(({ id }) => id === filter.role) ? filter.role : ''}
        onChange={({ target }) => onChange({ role: target.value === '' ? null : target.value })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ width: 120, ...ground }}
      >
        <MenuItem value="">{m.anyRole}</MenuItem>
        {roles.map((role) => (
          <MenuItem key={role.id} value={role.id}>
            {nameOf(role)}
          </MenuItem>
        ))}
      </TextField>
    </>
  );
}

function StatusTabs({ filter, onChange }: FiltersProps) {
  const { users: m } = useAdminMessages();
  const waiting = useWaitingCount();
  return (
    <Tabs
      value={filter.status ?? ''}
      onChange={(_, status) => onChange({ status: status === '' ? null : status })}
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
