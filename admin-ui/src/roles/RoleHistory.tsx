import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatTime, QueryResult, type RoleEvent } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Pages } from '../parts/Pages';
import { usePermissionChange } from './permissionChange';
import { PAGE_SIZE, useRoleEvents } from './useRoles';

/** What happened to a role, the newest first. */
export function RoleHistory({ id }: { id: string }) {
  const { users } = useAdminMessages();
  const [page, setPage] = useState(1);
  const query = useRoleEvents(id, page);
  return (
    <QueryResult query={query}>
      {({ items, total }) =>
        items.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            {users.noHistory}
          </Typography>
        ) : (
          <>
            <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {items.map((event) => (
                <HistoryEntry key={`${event.at} ${event.action}`} event={event} />
              ))}
            </Box>
            {total > PAGE_SIZE && (
              <Pages total={total} pageSize={PAGE_SIZE} page={page} onPage={setPage} />
            )}
          </>
        )
      }
    </QueryResult>
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
    <Box component="li" sx={{ py: 1, '& + li': { borderTop: 1, borderColor: 'divider' } }}>
      <Typography variant="body2" component="div">
        <b>{m.actions[event.action] ?? event.action}</b> · {who}
        {event.clientIp !== '' && ` · ${event.clientIp}`}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="div">
        {formatTime(event.at)}
      </Typography>
      {lines.map((line) => (
        <Typography key={line} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {line}
        </Typography>
      ))}
    </Box>
  );
}
