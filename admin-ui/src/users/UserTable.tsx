import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  Clamped,
  formatTime,
  ToneChip,
  type User,
  useMessages,
  useRoleName,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';
import { AccountChip } from './AccountChip';

interface UserTableProps {
  users: readonly User[];
  onOpen: (id: string) => void;
}

/** A row a person; the whole row opens the account. */
export function UserTable({ users, onOpen }: UserTableProps) {
  const { common } = useMessages();
  const nameOf = useRoleName();
  const { users: m } = useAdminMessages();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.table}>
      <Table aria-label={m.table} sx={blockRows(860)}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ minWidth: 170 }}>{m.loginName}</TableCell>
            <TableCell>{m.name}</TableCell>
            <TableCell>{m.unit}</TableCell>
            <TableCell sx={{ width: 120 }}>{m.phone}</TableCell>
            <TableCell sx={{ width: 90 }}>{m.role}</TableCell>
            <TableCell sx={{ width: 110 }}>{m.status}</TableCell>
            <TableCell sx={{ width: 150 }}>{m.lastSignedIn}</TableCell>
            <TableCell sx={{ width: 150 }}>{m.created}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {users.map((user) => (
            <TableRow
              key={user.id}
              hover
              onClick={() => onOpen(user.id)}
              sx={{ cursor: 'pointer' }}
            >
              <TableCell data-label={m.loginName}>
                <Link
                  component="button"
                  type="button"
                  aria-label={m.open(user.loginName)}
                  onClick={(event) => {
                    event.stopPropagation();
                    onOpen(user.id);
                  }}
                >
                  {user.loginName}
                </Link>
                {user.demo && (
                  <Box component="span" sx={{ ml: 1 }}>
                    <ToneChip tone="neutral" label={m.demo} />
                  </Box>
                )}
              </TableCell>
              <TableCell data-label={m.name}>
                <Clamped text={user.person.name} />
              </TableCell>
              <TableCell data-label={m.unit}>
                <Clamped text={user.person.unit || '—'} />
              </TableCell>
              <TableCell data-label={m.phone}>
                <span>{user.person.phoneMobile || '—'}</span>
              </TableCell>
              <TableCell data-label={m.role}>
                <Clamped text={user.roles.map(nameOf).join(common.listComma)} />
              </TableCell>
              <TableCell data-label={m.status}>
                <AccountChip status={user.status} />
              </TableCell>
              <TableCell data-label={m.lastSignedIn}>
                <span>
                  {user.lastSignedInAt === null ? m.never : formatTime(user.lastSignedInAt)}
                </span>
              </TableCell>
              <TableCell data-label={m.created}>
                <span>{formatTime(user.createdAt)}</span>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
