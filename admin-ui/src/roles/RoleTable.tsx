import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Clamped, formatTime, type StoredRole, ToneChip, useRoleName } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';

export interface RolesProps {
  roles: readonly StoredRole[];
  onOpen: (id: string) => void;
}

/** A row a role; the whole row opens it. */
export function RoleTable({ roles, onOpen }: RolesProps) {
  const { roles: m } = useAdminMessages();
  const nameOf = useRoleName();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.title}>
      <Table aria-label={m.title} sx={blockRows(760)}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 220 }}>{m.name}</TableCell>
            <TableCell>{m.note}</TableCell>
            <TableCell align="right" sx={{ width: 100 }}>
              {m.permissions}
            </TableCell>
            <TableCell align="right" sx={{ width: 100 }}>
              {m.members}
            </TableCell>
            <TableCell sx={{ width: 170, pl: 4 }}>{m.created}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {roles.map((role) => (
            <TableRow
              key={role.id}
              hover
              onClick={() => onOpen(role.id)}
              sx={{ cursor: 'pointer' }}
            >
              <TableCell data-label={m.name}>
                <Box component="span" sx={{ display: 'inline-flex', gap: 1, flexWrap: 'wrap' }}>
                  <Link
                    component="button"
                    type="button"
                    aria-label={m.open(nameOf(role))}
                    onClick={(event) => {
                      event.stopPropagation();
                      onOpen(role.id);
                    }}
                  >
                    {nameOf(role)}
                  </Link>
                  {role.builtIn && <ToneChip tone="neutral" label={m.builtIn} />}
                </Box>
              </TableCell>
              <TableCell data-label={m.note}>
                <Clamped text={role.builtIn ? m.builtInNote : role.note || '—'} />
              </TableCell>
              <TableCell data-label={m.permissions} align="right">
                <span>{role.permissions.length}</span>
              </TableCell>
              <TableCell data-label={m.members} align="right">
                <span>{role.members}</span>
              </TableCell>
              <TableCell data-label={m.created} sx={{ pl: { sm: 4 } }}>
                <span>{formatTime(role.createdAt)}</span>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
