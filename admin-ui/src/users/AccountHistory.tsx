import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatTime, QueryResult, type UserEvent } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useFieldName, useFieldValue } from '../parts/fieldWords';
import { Pages } from '../parts/Pages';
import { PAGE_SIZE, useUserEvents } from './useUsers';

/** What happened to an account, the newest first. */
export function AccountHistory({ id }: { id: string }) {
  const { users: m } = useAdminMessages();
  const [page, setPage] = useState(1);
  const query = useUserEvents(id, page);
  return (
    <QueryResult query={query}>
      {({ items, total }) =>
        items.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            {m.noHistory}
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

function HistoryEntry({ event }: { event: UserEvent }) {
  const { users: m } = useAdminMessages();
  const wordOf = useFieldValue();
  const nameOf = useFieldName();
  // The command line comes from nowhere.
  const nobody = event.clientIp === '' ? m.byCommandLine : m.byUnknown;
  const who = event.byLoginName === '' ? nobody : event.byLoginName;
  return (
    <Box component="li" sx={{ py: 1, '& + li': { borderTop: 1, borderColor: 'divider' } }}>
      <Typography variant="body2" component="div">
        <b>{m.actions[event.action] ?? event.action}</b> · {who}
        {event.clientIp !== '' && ` · ${event.clientIp}`}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="div">
        {formatTime(event.at)}
      </Typography>
      {event.reason !== '' && <Typography variant="body2">{event.reason}</Typography>}
      {event.changes
        .filter(({ field }) => field !== 'enabled')
        .map(({ field, before, after }) => (
          <Typography key={field} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {m.became(nameOf(field), wordOf(field, before), wordOf(field, after))}
          </Typography>
        ))}
    </Box>
  );
}
