import Check from '@mui/icons-material/Check';
import Remove from '@mui/icons-material/Remove';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  type GrantablePermission,
  QueryResult,
  type StoredRole,
  useMessages,
  useRoleName,
} from '@scenedock/ui-kit';
import { Fragment } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { usePermissions } from './useRoles';

interface RolesProps {
  roles: readonly StoredRole[];
  onOpen: (id: string) => void;
}

/** Every permission against every role of the page. */
export function RoleMatrix({ roles, onOpen }: RolesProps) {
  const query = usePermissions();
  return (
    <QueryResult query={query}>
      {({ items }) => <Matrix permissions={items} roles={roles} onOpen={onOpen} />}
    </QueryResult>
  );
}

/** In the middle of its line. */
const MARK = { verticalAlign: 'middle' } as const;

/** Stays while the roles scroll by. */
const FIRST_COLUMN = {
  position: 'sticky',
  left: 0,
  bgcolor: 'background.paper',
  minWidth: 190,
  zIndex: 1,
} as const;

function Matrix({
  permissions,
  roles,
  onOpen,
}: RolesProps & { permissions: readonly GrantablePermission[] }) {
  const { roles: m } = useAdminMessages();
  const nameOf = useRoleName();
  const groups = [...new Set(permissions.map(({ group }) => group))];
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.matrix}>
      <Table aria-label={m.matrix} size="small" sx={{ width: 'auto', minWidth: '100%' }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ ...FIRST_COLUMN, bgcolor: 'background.default' }}>
              {m.permission}
            </TableCell>
            {roles.map((role) => (
              <TableCell key={role.id} align="center" sx={{ minWidth: 96 }}>
                <Link component="button" type="button" onClick={() => onOpen(role.id)}>
                  {nameOf(role)}
                </Link>
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {groups.map((group) => (
            <Fragment key={group}>
              <TableRow>
                <TableCell
                  component="th"
                  scope="rowgroup"
                  colSpan={roles.length + 1}
                  sx={{ bgcolor: 'background.default', fontWeight: 600 }}
                >
                  {m.groups[group]}
                </TableCell>
              </TableRow>
              {permissions
                .filter((one) => one.group === group)
                .map(({ code }) => (
                  <MatrixRow key={code} code={code} roles={roles} />
                ))}
            </Fragment>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

interface MatrixRowProps {
  code: GrantablePermission['code'];
  roles: readonly StoredRole[];
}

function MatrixRow({ code, roles }: MatrixRowProps) {
  const { permission } = useMessages();
  const { roles: m } = useAdminMessages();
  return (
    <TableRow hover>
      <TableCell component="th" scope="row" sx={FIRST_COLUMN}>
        {permission[code]}
      </TableCell>
      {roles.map((role) => (
        <TableCell key={role.id} align="center">
          {role.permissions.includes(code) ? (
            <Check color="success" fontSize="small" titleAccess={m.allowed} sx={MARK} />
          ) : (
            <Remove color="disabled" fontSize="small" titleAccess={m.notAllowed} sx={MARK} />
          )}
        </TableCell>
      ))}
    </TableRow>
  );
}
