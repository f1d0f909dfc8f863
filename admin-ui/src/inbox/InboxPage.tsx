import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import {
  EmptyState,
  INBOX_PAGE_SIZE,
  type Inbox,
  InboxBar,
  type Notice,
  QueryResult,
  useInboxPage,
  useMessages,
} from '@scenedock/ui-kit';
import { PageHead } from '../parts/PageHead';
import { Pages } from '../parts/Pages';
import { MailSwitch } from './MailSwitch';
import { NoticeRow } from './NoticeRow';
import { useMarkRead } from './useInbox';

/** Everything that the administrator was told; each notice leads to its order by `addressOf`, or to one's results. */
export function InboxPage({ addressOf }: { addressOf: (orderId: string) => string }) {
  const { inbox } = useMessages();
  const { unread, page, query, show } = useInboxPage();
  const { markAll, busy } = useMarkRead();
  const { data, error } = query;
  return (
    <>
      <PageHead title={inbox.title}>
        <MailSwitch />
      </PageHead>
      <Paper variant="outlined">
        <InboxBar
          unread={unread}
          count={data?.unread ?? 0}
          busy={busy}
          onFilter={(only) => show({ unread: only, page: 1 })}
          onMarkAll={() => void markAll()}
        />
        <QueryResult query={query}>
          {(inboxPage) => <Notices inbox={inboxPage} unread={unread} addressOf={addressOf} />}
        </QueryResult>
        {data && !error && data.total > INBOX_PAGE_SIZE && (
          <Pages
            total={data.total}
            pageSize={INBOX_PAGE_SIZE}
            page={page}
            onPage={(next) => show({ unread, page: next })}
          />
        )}
      </Paper>
    </>
  );
}

interface NoticesProps {
  inbox: Inbox;
  unread: boolean;
  addressOf: (orderId: string) => string;
}

/** Null: the portal shows it. */
function addressFor({ orderId, kind }: Notice, addressOf: (orderId: string) => string) {
  if (orderId !== null) return addressOf(orderId);
  return kind === 'result_refused' ? null : '/subscribeAudit';
}

function Notices({ inbox, unread, addressOf }: NoticesProps) {
  const m = useMessages().inbox;
  const { mark, busy } = useMarkRead();
  if (inbox.total === 0) {
    return <EmptyState title={unread ? m.noUnread : m.empty} />;
  }
  return (
    <Box component="ul" aria-label={m.title} sx={{ m: 0, p: 0 }}>
      {inbox.items.map((notice: Notice) => (
        <NoticeRow
          key={notice.id}
          notice={notice}
          to={addressFor(notice, addressOf)}
          busy={busy}
          onRead={() => void mark(notice.id)}
        />
      ))}
    </Box>
  );
}
