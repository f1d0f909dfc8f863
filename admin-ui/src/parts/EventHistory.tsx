import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatTime, QueryResult } from '@scenedock/ui-kit';
import type { ComponentProps, ReactNode } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Pages } from './Pages';

interface ListedEvent {
  at: string;
  action: string;
}

interface EventHistoryProps<Event extends ListedEvent> {
  query: ComponentProps<typeof QueryResult<{ items: Event[]; total: number }>>['query'];
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  children: (event: Event) => ReactNode;
}

/** What happened to a thing, the newest first. */
export function EventHistory<Event extends ListedEvent>(props: EventHistoryProps<Event>) {
  const { query, page, pageSize, onPage, children } = props;
  const { users: m } = useAdminMessages();
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
                <Box component="li" key={`${event.at} ${event.action}`} sx={ENTRY}>
                  {children(event)}
                </Box>
              ))}
            </Box>
            {total > pageSize && (
              <Pages total={total} pageSize={pageSize} page={page} onPage={onPage} />
            )}
          </>
        )
      }
    </QueryResult>
  );
}

const ENTRY = { py: 1, '& + li': { borderTop: 1, borderColor: 'divider' } } as const;

interface EventHeadProps {
  event: { at: string; clientIp: string };
  name: string;
  who: string;
}

/** What happened, who did it, from where and when. */
export function EventHead({ event, name, who }: EventHeadProps) {
  return (
    <>
      <Typography variant="body2" component="div">
        <b>{name}</b> · {who}
        {event.clientIp !== '' && ` · ${event.clientIp}`}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="div">
        {formatTime(event.at)}
      </Typography>
    </>
  );
}
