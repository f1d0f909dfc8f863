import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  formatTime,
  type Permission,
  QueryResult,
  type RoleEvent,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Pages } from '../parts/Pages';
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

const codes = (text: string) => text.split(' ').filter((code) => code !== '');

function HistoryEntry({ event }: { event: RoleEvent }) {
  const { permission } = useMessages();
  const { roles: m, users } = useAdminMessages();
  const who = event.byLoginName === '' ? users.byCommandLine : event.byLoginName;
  const named = (code: string) => permission[code as Permission] ?? code;
  const fields: Readonly<Record<string, string>> = { name: m.name, note: m.note };
  const lines = event.changes.flatMap(({ field, before, after }) => {
    const was = codes(before);
    const is = codes(after);
    return field === 'permissions'
      ? [
          ...is.filter((code) => !was.includes(code)).map((code) => m.given(named(code))),
          ...was.filter((code) => !is.includes(code)).map((code) => m.taken(named(code))),
        ]
      : [users.became(fields[field] ?? field, before, after)];
  });
  return (
    <Box component="li" sx={{ py: 1, '& + li': { borderTop: 1, borderColor: 'divider' } }}>
      <Typography variant="body2" component="div">
        <b>{m.actions[event.action]}</b> · {who}
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
