import DoneAll from '@mui/icons-material/DoneAll';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TablePagination from '@mui/material/TablePagination';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import {
  api,
  DownloadAll,
  EmptyState,
  ErrorState,
  Loading,
  type Notice,
  useMessages,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { orderPath } from '../orderRoutes';
import { PageTitle } from '../parts/PageTitle';
import { NoticeLines } from './NoticeLines';
import { useMarkRead } from './useInbox';

const PAGE_SIZE = 20;

function useInboxUrl() {
  const [params, setParams] = useSearchParams();
  const page = Number(params.get('page'));
  const show = (next: { unread: boolean; page: number }) => {
    const address = new URLSearchParams();
    if (next.unread) address.set('filter', 'unread');
    if (next.page > 1) address.set('page', String(next.page));
    setParams(address);
  };
  return {
    unread: params.get('filter') === 'unread',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    show,
  };
}

type RowProps = { notice: Notice; busy: boolean; onRead: (id: number) => void };

function NoticeItem({ notice, busy, onRead }: RowProps) {
  const m = useMessages();
  return (
    <ListItem divider disablePadding sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
      <ListItemButton
        component={Link}
        to={orderPath(notice.orderId)}
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
          width: { xs: '100%', sm: 296 },
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

type BarProps = { unread: boolean; count: number; onFilter: (unread: boolean) => void };

function Bar({ unread, count, onFilter }: BarProps) {
  const m = useMessages();
  const { mutate, isPending } = useMarkRead();
  return (
    <Stack direction="row" sx={{ p: 1, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={m.inbox.filter}
        value={unread ? 'unread' : 'all'}
        onChange={(_, value: string | null) => {
          if (value !== null) onFilter(value === 'unread');
        }}
      >
        <ToggleButton value="all">{m.inbox.all}</ToggleButton>
        <ToggleButton value="unread">{`${m.inbox.unread} ${count}`}</ToggleButton>
      </ToggleButtonGroup>
      <Box sx={{ flex: 1 }} />
      <Button
        variant="outlined"
        disabled={count === 0}
        loading={isPending}
        onClick={() => mutate(null)}
      >
        {m.inbox.markAll}
      </Button>
      <Button component={Link} to="/account">
        {m.inbox.settings}
      </Button>
    </Stack>
  );
}

/** Everything the person was told; each notice leads to its order. */
export default function InboxPage() {
  const m = useMessages();
  const { unread, page, show } = useInboxUrl();
  const { mutate, isPending } = useMarkRead();
  const request = { unread, page, pageSize: PAGE_SIZE };
  const { data, error, refetch } = useQuery({
    queryKey: ['inbox', 'page', request],
    queryFn: ({ signal }) =>
      api.inbox.list({ ...request, ...(unread ? {} : { unread: undefined }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  const last = Math.max(0, Math.ceil((data?.total ?? 0) / PAGE_SIZE) - 1);
  return (
    <>
      <PageTitle parts={[m.inbox.title]} />
      <Typography variant="h1" sx={{ mb: 2 }}>
        {m.inbox.title}
      </Typography>
      <Paper variant="outlined">
        <Bar
          unread={unread}
          count={data?.unread ?? 0}
          onFilter={(only) => show({ unread: only, page: 1 })}
        />
        {error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {error === null && data === undefined ? <Loading /> : null}
        {error !== null || data === undefined ? null : data.items.length === 0 ? (
          <EmptyState title={unread ? m.inbox.noUnread : m.inbox.empty} hint={m.inbox.emptyHint} />
        ) : (
          <List disablePadding sx={{ borderTop: 1, borderColor: 'divider' }}>
            {data.items.map((notice) => (
              <NoticeItem
                key={notice.id}
                notice={notice}
                busy={isPending}
                onRead={(id) => mutate([id])}
              />
            ))}
          </List>
        )}
        <TablePagination
          component="div"
          count={error === null ? (data?.total ?? 0) : 0}
          page={error === null ? Math.min(page - 1, last) : 0}
          rowsPerPage={PAGE_SIZE}
          rowsPerPageOptions={[PAGE_SIZE]}
          onPageChange={(_, next) => show({ unread, page: next + 1 })}
        />
      </Paper>
    </>
  );
}
