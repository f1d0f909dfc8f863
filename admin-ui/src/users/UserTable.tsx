import Box from '@mui/material/Box';
import {
  Clamped,
  formatTime,
  ToneChip,
  type User,
  useMessages,
  useRoleName,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Column } from '../parts/list/Column';
import { ListPages } from '../parts/list/ListEnd';
import { ListRows } from '../parts/list/ListRows';
import { NoRows } from '../parts/list/NoRows';
import { OpenLink } from '../parts/list/OpenLink';
import { AccountChip } from './AccountChip';

/** A row a person; the whole row opens the account. */
export function UserTable({ onOpen }: { onOpen: (id: string) => void }) {
  const { common } = useMessages();
  const nameOf = useRoleName();
  const { users: m } = useAdminMessages();
  return (
    <ListRows
      label={m.table}
      minWidth={860}
      empty={<NoRows title={m.empty} />}
      onOpen={onOpen}
      chooser="users"
      below={<ListPages />}
    >
      <Column<User>
        source="loginName"
        label={m.loginName}
        minWidth={170}
        render={({ id, loginName, demo }) => (
          <Box
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, columnGap: 1 }}
          >
            <OpenLink name={loginName} label={m.open(loginName)} onOpen={() => onOpen(id)} />
            {demo && <ToneChip tone="neutral" label={m.demo} />}
          </Box>
        )}
      />
      <Column<User>
        source="name"
        label={m.name}
        minWidth={120}
        render={({ person }) => <Clamped text={person.name} />}
      />
      <Column<User>
        source="unit"
        label={m.unit}
        minWidth={130}
        render={({ person }) => <Clamped text={person.unit || '—'} />}
      />
      <Column<User>
        source="phone"
        label={m.phone}
        width={120}
        render={({ person }) => <span>{person.phoneMobile || '—'}</span>}
      />
      <Column<User>
        source="roles"
        label={m.role}
        minWidth={140}
        render={({ roles }) => <Clamped text={roles.map(nameOf).join(common.listComma)} />}
      />
      <Column<User>
        source="status"
        label={m.status}
        width={110}
        render={({ status }) => <AccountChip status={status} />}
      />
      <Column<User>
        source="lastSignedIn"
        label={m.lastSignedIn}
        width={150}
        render={({ lastSignedInAt }) => (
          <span>{lastSignedInAt === null ? m.never : formatTime(lastSignedInAt)}</span>
        )}
      />
      <Column<User>
        source="created"
        label={m.created}
        width={150}
        render={({ createdAt }) => <span>{formatTime(createdAt)}</span>}
      />
    </ListRows>
  );
}
