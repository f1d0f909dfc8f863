import MuiPagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { api, EmptyState, ErrorState, Loading, type Order, useMessages } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from './Panel';
import { SceneTable } from './SceneTable';

/** Scenes on one page (orders specification section 9: initial size 50). */
const PAGE_SIZE = 50;

/** States that show how far each scene is. */
const WITH_STATE: readonly number[] = [1, 3, 6];

/** The ordered scenes, page by page. */
export function ScenesPanel({ order, title }: { order: Order; title: string }) {
  const { common } = useMessages();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'scenes', order.id, page],
    queryFn: ({ signal }) => api.orders.scenes(order.id, { page, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_SIZE));
  return (
    <Panel
      title={title}
      flush
      aside={
        data && (
          <Typography variant="body2" color="textSecondary">
            {common.total(data.total)} · {common.totalPages(pages)}
          </Typography>
        )
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.items.length === 0 && <EmptyState />}
      {data && !error && data.items.length > 0 && (
        <SceneTable
          scenes={data.items}
          title={title}
          withState={WITH_STATE.includes(order.sstatus)}
        />
      )}
      {pages > 1 && (
        <Stack sx={{ alignItems: 'flex-end', px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
          <MuiPagination
            count={pages}
            page={page}
            onChange={(_, next) => setPage(next)}
            color="primary"
            shape="rounded"
            showFirstButton
            showLastButton
          />
        </Stack>
      )}
    </Panel>
  );
}
