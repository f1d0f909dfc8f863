import DoneAll from '@mui/icons-material/DoneAll';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Paper from '@mui/material/Paper';
import TablePagination from '@mui/material/TablePagination';
import Typography from '@mui/material/Typography';
import {
  DownloadAll,
  EmptyState,
  INBOX_PAGE_SIZE,
  InboxBar,
  type Notice,
  QueryResult,
  useInboxPage,
  useMessages,
} from '@scenedock/ui-kit';
import { Link } from 'react-router';
import { PageTitle } from '../parts/PageTitle';
import { NoticeLines } from './NoticeLines';
import { noticePath, useMarkRead } from './useInbox';

type RowProps = { notice: Notice; busy: boolean; onRead: (id: number) => void };

function NoticeItem({ notice, busy, onRead }: RowProps) {
  const m = useMessages();
  return (
    <ListItem divider disablePadding sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
      <ListItemButton
        component={Link}
        to={noticePath(notice)}
        onClick={() => {
          if (!notice.read) onRead(notice.id);
        }}
      >
        <NoticeLines notice={notice} />
      </ListItemButton>
      <Box
        sx={{
          display: 'flex',
          flex: 'none',
          alignItems: 'center',
          justifyContent: { xs: 'space-between', sm: 'flex-end' },
          // As wide in every row, so that the times stand under one another; on a phone a line of its own, below the words.
          width: { xs: '100%', sm: 372 },
          pl: { xs: 3.5, sm: 0 },
        }}
      >
        <DownloadAll dense downloads={notice.downloads} ordername={notice.ordername} />
        {notice.read ? null : (
          <Button
            disabled={busy}
            aria-label={`${m.inbox.markRead} ${notice.ordername}`}
            onClick={() => onRead(notice.id)}
            title={m.inbox.markRead}
            sx={{ mx: { xs: 0.5, sm: 1 }, flexShrink: 0, minWidth: 40, gap: 0.5 }}
          >
            <DoneAll fontSize="small" />
            <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
              {m.inbox.markRead}
            </Box>
          </Button>
        )}
      </Box>
    </ListItem>
  );
}

/** Everything the person was told; each notice leads to its order, or to one's results. */
export default function InboxPage() {
  const m = useMessages();
  const { unread, page, query, show } = useInboxPage();
  const { mutate, isPending } = useMarkRead();
  const { data, error } = query;
  const last = Math.max(0, Math.ceil((data?.total ?? 0) / INBOX_PAGE_SIZE) - 1);
  return (
    <>
      <PageTitle parts={[m.inbox.title]} />
      <Typography variant="h1" sx={{ mb: 2 }}>
        {m.inbox.title}
      </Typography>
      <Paper variant="outlined">
        <InboxBar
          unread={unread}
          count={data?.unread ?? 0}
          busy={isPending}
          onFilter={(only) => show({ unread: only, page: 1 })}
          onMarkAll={() => mutate(null)}
        >
          <Button component={Link} to="/account">
            {m.inbox.settings}
          </Button>
        </InboxBar>
        <QueryResult query={query}>
          {({ items, total }) =>
            total === 0 ? (
              <EmptyState
                title={unread ? m.inbox.noUnread : m.inbox.empty}
                hint={m.inbox.emptyHint}
              />
            ) : (
              <List disablePadding sx={{ borderTop: 1, borderColor: 'divider' }}>
                {items.map((notice) => (
                  <NoticeItem
                    key={notice.id}
                    notice={notice}
                    busy={isPending}
                    onRead={(id) => mutate([id])}
                  />
                ))}
              </List>
            )
          }
        </QueryResult>
        <TablePagination
          component="div"
          count={error === null ? (data?.total ?? 0) : 0}
          page={error === null ? Math.min(page - 1, last) : 0}
          rowsPerPage={INBOX_PAGE_SIZE}
          rowsPerPageOptions={[INBOX_PAGE_SIZE]}
          onPageChange={(_, next) => show({ unread, page: next + 1 })}
        />
      </Paper>
    </>
  );
}
