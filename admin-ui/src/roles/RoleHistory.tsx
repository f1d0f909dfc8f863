import Typography from '@mui/material/Typography';
import type { RoleEvent } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { EventHead, EventHistory } from '../parts/EventHistory';
import { usePermissionChange } from './permissionChange';
import { PAGE_SIZE, useRoleEvents } from './useRoles';

/** What happened to a role, the newest first. */
export function RoleHistory({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const query = useRoleEvents(id, page);
  return (
    <EventHistory query={query} page={page} pageSize={PAGE_SIZE} onPage={setPage}>
      {(event) => <HistoryEntry event={event} />}
    </EventHistory>
  );
}

function HistoryEntry({ event }: { event: RoleEvent }) {
  const { roles: m, users } = useAdminMessages();
  const changeOf = usePermissionChange();
  const who = event.byLoginName === '' ? users.byCommandLine : event.byLoginName;
  const fields: Readonly<Record<string, string>> = { name: m.name, note: m.note };
  const lines = event.changes.flatMap(({ field, before, after }) => {
    if (field !== 'permissions') return [users.became(fields[field] ?? field, before, after)];
    const { added, removed } = changeOf(before, after);
    return [...added.map(m.given), ...removed.map(m.taken)];
  });
  return (
    <>
      <EventHead event={event} name={m.actions[event.action] ?? event.action} who={who} />
      {lines.map((line) => (
        <Typography key={line} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {line}
        </Typography>
      ))}
    </>
  );
}
