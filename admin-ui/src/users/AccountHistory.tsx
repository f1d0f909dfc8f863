import Typography from '@mui/material/Typography';
import type { UserEvent } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { EventHead, EventHistory } from '../parts/EventHistory';
import { useFieldName, useFieldValue } from '../parts/fieldWords';
import { PAGE_SIZE, useUserEvents } from './useUsers';

/** What happened to an account, the newest first. */
export function AccountHistory({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const query = useUserEvents(id, page);
  return (
    <EventHistory query={query} page={page} pageSize={PAGE_SIZE} onPage={setPage}>
      {(event) => <HistoryEntry event={event} />}
    </EventHistory>
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
    <>
      <EventHead event={event} name={m.actions[event.action] ?? event.action} who={who} />
      {event.reason !== '' && <Typography variant="body2">{event.reason}</Typography>}
      {event.changes
        .filter(({ field }) => field !== 'enabled')
        .map(({ field, before, after }) => (
          <Typography key={field} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {m.became(nameOf(field), wordOf(field, before), wordOf(field, after))}
          </Typography>
        ))}
    </>
  );
}
