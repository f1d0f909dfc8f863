import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Pagination from '@mui/material/Pagination';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import {
  api,
  EmptyState,
  ErrorState,
  type Inbox,
  Loading,
  type Notice,
  useMessages,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { PageHead } from '../parts/PageHead';
import { MailSwitch } from './MailSwitch';
import { NoticeRow } from './NoticeRow';
import { useMarkRead } from './useInbox';

const PAGE_SIZE = 20;

/** Which notices the address names. */
function useInboxAddress() {
  const [params, setParams] = useSearchParams();
  const page = Number(params.get('page'));
  return {
    unread: params.get('filter') === 'unread',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    show: (unread: boolean, next: number) =>
      setParams({
        ...(unread ? { filter: 'unread' } : {}),
        ...(next > 1 ? { page: String(next) } : {}),
      }),
  };
}

/** Everything that the administrator was told; each notice leads to its order by `addressOf`. */
export function InboxPage({ addressOf }: { addressOf: (orderId: string) => string }) {
  const { inbox } = useMessages();
  const { unread, page, show } = useInboxAddress();
  const { data, error, refetch } = useQuery({
    queryKey: ['inbox', 'page', unread, page],
    queryFn: ({ signal }) =>
      api.inbox.list({ unread: unread || undefined, page, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead title={inbox.title}>
        <MailSwitch />
      </PageHead>
      <Paper variant="outlined">
        <Bar unread={unread} count={data?.unread ?? 0} onFilter={(only) => show(only, 1)} />
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && !error && <Notices inbox={data} unread={unread} addressOf={addressOf} />}
        {data && !error && data.total > PAGE_SIZE && (
          <Pages total={data.total} page={page} onPage={(next) => show(unread, next)} />
        )}
      </Paper>
    </>
  );
}

interface BarProps {
  unread: boolean;
  count: number;
  onFilter: (unread: boolean) => void;
}

function Bar({ unread, count, onFilter }: BarProps) {
  const { inbox } = useMessages();
  const { markAll, busy } = useMarkRead();
  return (
    <Stack direction="row" sx={{ p: 1, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        aria-label={inbox.filter}
        value={unread ? 'unread' : 'all'}
        onChange={(_, value: string | null) => value !== null && onFilter(value === 'unread')}
      >
        <ToggleButton value="all">{inbox.all}</ToggleButton>
        <ToggleButton value="unread">{`${inbox.unread} ${count}`}</ToggleButton>
      </ToggleButtonGroup>
      <Box sx={{ flex: 1 }} />
      <Button
        variant="outlined"
        disabled={count === 0}
        loading={busy}
        onClick={() => void markAll()}
      >
        {inbox.markAll}
      </Button>
    </Stack>
  );
}

interface NoticesProps {
  inbox: Inbox;
  unread: boolean;
  addressOf: (orderId: string) => string;
}

function Notices({ inbox, unread, addressOf }: NoticesProps) {
  const m = useMessages().inbox;
  const { mark, busy } = useMarkRead();
  if (inbox.items.length === 0) {
    return <EmptyState title={unread ? m.noUnread : m.empty} />;
  }
  return (
    <Box component="ul" aria-label={m.title} sx={{ m: 0, p: 0 }}>
      {inbox.items.map((notice: Notice) => (
        <NoticeRow
          key={notice.id}
          notice={notice}
          to={addressOf(notice.orderId)}
          busy={busy}
          onRead={() => void mark(notice.id)}
        />
      ))}
    </Box>
  );
}

interface PagesProps {
  total: number;
  page: number;
  onPage: (page: number) => void;
}

function Pages({ total, page, onPage }: PagesProps) {
  const { common } = useMessages();
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 2,
        px: 2,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="body2" color="textSecondary">
        {common.total(total)}
      </Typography>
      <Pagination
        count={Math.ceil(total / PAGE_SIZE)}
        page={page}
        onChange={(_, next) => onPage(next)}
        color="primary"
        shape="rounded"
        siblingCount={0}
      />
    </Stack>
  );
}
