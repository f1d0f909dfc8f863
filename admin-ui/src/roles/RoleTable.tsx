import Box from '@mui/material/Box';
import { Clamped, formatTime, type StoredRole, ToneChip, useRoleName } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Column } from '../parts/list/Column';
import { ListPages } from '../parts/list/ListEnd';
import { ListRows } from '../parts/list/ListRows';
import { NoRows } from '../parts/list/NoRows';
import { OpenLink } from '../parts/list/OpenLink';

/** A row a role; the whole row opens it. */
export function RoleTable({ onOpen }: { onOpen: (id: string) => void }) {
  const { roles: m } = useAdminMessages();
  const nameOf = useRoleName();
  return (
    <ListRows
      label={m.title}
      minWidth={760}
      empty={<NoRows />}
      onOpen={onOpen}
      below={<ListPages />}
    >
      <Column<StoredRole>
        source="name"
        label={m.name}
        width={220}
        minWidth={180}
        render={(role) => (
          <Box component="span" sx={{ display: 'inline-flex', gap: 1, flexWrap: 'wrap' }}>
            <OpenLink
              name={nameOf(role)}
              label={m.open(nameOf(role))}
              onOpen={() => onOpen(role.id)}
            />
            {role.builtIn && <ToneChip tone="neutral" label={m.builtIn} />}
          </Box>
        )}
      />
      <Column<StoredRole>
        source="note"
        label={m.note}
        minWidth={200}
        render={({ builtIn, note }) => <Clamped text={builtIn ? m.builtInNote : note || '—'} />}
      />
      <Column<StoredRole>
        source="permissions"
        label={m.permissions}
        width={100}
        numeric
        render={({ permissions }) => <span>{permissions.length}</span>}
      />
      <Column<StoredRole>
        source="members"
        label={m.members}
        width={100}
        numeric
        render={({ members }) => <span>{members}</span>}
      />
      <Column<StoredRole>
        source="created"
        label={m.created}
        width={170}
        afterNumbers
        render={({ createdAt }) => <span>{formatTime(createdAt)}</span>}
      />
    </ListRows>
  );
}
