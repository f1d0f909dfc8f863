import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import TablePagination from '@mui/material/TablePagination';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  api,
  EmptyState,
  ErrorState,
  holds,
  Loading,
  NewsBar,
  newsOf,
  type Order,
  type Page,
  rowsFor,
  useExistingPage,
  useMessages,
  useWindowRows,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { OrderListSegment } from '../orderRoutes';
import { useSession } from '../session/session';
import { type ListState, listQuery, NO_FILTERS, type Sort } from './listState';
import { OpenedDialog } from './OpenedDialog';
import { OrderCards } from './OrderCards';
import { OrderTable } from './OrderTable';
import type { Opened } from './RowActions';
import { deletable } from './rowChoice';
import { useBulkDelete } from './useBulkDelete';

/** Orders in preparation move by themselves. The page is read again as a whole, however many rows move. */
const FOLLOW_MS = 4000;

/** Other lists are looked at this often: what is new is told, and rows move only when that is asked for. */
const LOOK_MS = 15_000;

const PAGE_SIZES = [10, 20, 50, 100] as const;

const moving = (page: Page<Order> | undefined) =>
  page?.items.some((order) => order.sstatus === 1 || order.sstatus === 3) ?? false;

type Props = {
  segment: OrderListSegment;
  state: ListState;
  /** `replace`: Back does not lead to what it was before. */
  onChange: (state: ListState, replace?: boolean) => void;
};

function useOrders({ segment, state }: Omit<Props, 'onChange'>, rows: number) {
  const client = useQueryClient();
  const request = listQuery(segment, state, rows);
  const read = ({ signal }: { signal: AbortSignal }) => api.orders.list(request, { signal });
  const query = useQuery({
    queryKey: ['orders', request],
    queryFn: async (context) => {
      const page = await read(context);
      // What has just been read need not be looked at at once.
      client.setQueryData(['ordersLook', request], page);
      return page;
    },
    placeholderData: keepPreviousData,
  });
  const look = useQuery({
    queryKey: ['ordersLook', request],
    queryFn: read,
    enabled: query.data !== undefined && !query.isPlaceholderData,
    staleTime: FOLLOW_MS,
    refetchInterval: ({ state: { data } }) => (moving(data) ? FOLLOW_MS : LOOK_MS),
    refetchOnWindowFocus: true,
    retry: false,
  });
  // What the person has just done is read after the last look.
  const later = look.dataUpdatedAt > query.dataUpdatedAt && !query.isPlaceholderData;
  const news = later ? newsOf(query.data, look.data) : newsOf(undefined, undefined);
  const update = later && !news.changed ? look.data : undefined;
  const key = JSON.stringify(request);
  useEffect(() => {
    // The same rows with other states or progress stay where they are.
    if (update !== undefined) client.setQueryData(['orders', JSON.parse(key)], update);
  }, [client, key, update]);
  const show = () => void client.invalidateQueries({ queryKey: ['orders'] });
  return { query, news, show };
}

function EmptyList({ state, onChange }: Omit<Props, 'segment'>) {
  const m = useMessages();
  if (Object.values(state.filters).every((text) => text === '')) return <EmptyState />;
  return (
    <EmptyState
      title={m.common.noMatch}
      hint={m.common.noMatchHint}
      action={
        <Button
          variant="outlined"
          onClick={() => onChange({ ...state, filters: NO_FILTERS, page: 1 })}
        >
          {m.orders.clear}
        </Button>
      }
    />
  );
}

type BarProps = { chosen: string[]; onDeleted: () => void };

function BulkBar({ chosen, onDeleted }: BarProps) {
  const m = useMessages();
  const { remove, busy } = useBulkDelete();
  const go = async () => {
    if (await remove(chosen)) onDeleted();
  };
  return (
    <Stack direction="row" spacing={1} sx={{ p: 1, alignItems: 'center' }}>
      <Button variant="outlined" color="error" loading={busy} onClick={() => void go()}>
        {m.orders.deleteSelected}
      </Button>
      <Typography variant="body2" color="textSecondary" aria-live="polite">
        {m.common.selected(chosen.length)}
      </Typography>
    </Stack>
  );
}

type PagesProps = Omit<Props, 'segment'> & { total: number; rows: number };

function Pages({ state, onChange, total, rows }: PagesProps) {
  const last = Math.max(0, Math.ceil(total / rows) - 1);
  const sizes = [...new Set([rows, ...PAGE_SIZES])].sort((a, b) => a - b);
  return (
    <TablePagination
      component="div"
      count={total}
      page={Math.min(state.page - 1, last)}
      rowsPerPage={rows}
      rowsPerPageOptions={sizes}
      showFirstButton
      showLastButton
      // From the second page on the size is part of the address: the same link shows the same rows in every window.
      onPageChange={(_, page) => onChange({ ...state, page: page + 1, pageSize: rows })}
      onRowsPerPageChange={(event) =>
        onChange({ ...state, page: 1, pageSize: Number(event.target.value) })
      }
    />
  );
}

/** The rows of a list with what is done to them. A failed query shows no rows, no total, and why. */
export function OrderList({ segment, state, onChange }: Props) {
  const { me } = useSession();
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const windowRows = useWindowRows(rowsFor);
  const rows = state.pageSize ?? windowRows;
  const { query, news, show } = useOrders({ segment, state }, rows);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<Opened | null>(null);
  useExistingPage({ page: state.page, pageSize: rows }, query, (page) =>
    onChange({ ...state, page }, true),
  );
  const { items, total } = query.isError || !query.data ? { items: [], total: 0 } : query.data;
  const mayDelete = holds(me, '/order/mine');
  // Only what is on the page and may be deleted: what is not seen is not deleted.
  const chosen = items.filter((order) => marked.has(order.id) && deletable(order));
  const Rows = narrow ? OrderCards : OrderTable;
  const body = (): ReactNode => {
    if (query.isError) {
      return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
    }
    if (query.data === undefined) return <Loading />;
    if (items.length === 0) return <EmptyList state={state} onChange={onChange} />;
    return (
      <Rows
        segment={segment}
        orders={items}
        choice={
          mayDelete
            ? { chosen: new Set(chosen.map((order) => order.id)), onChoose: setMarked }
            : null
        }
        sort={state.sort}
        onSort={(sort: Sort) => onChange({ ...state, sort, page: 1 })}
        onOpen={setOpened}
      />
    );
  };
  return (
    <Box aria-busy={query.isFetching} sx={{ position: 'relative' }}>
      {query.isPlaceholderData ? (
        <LinearProgress
          aria-hidden
          sx={{ position: 'absolute', insetInline: 0, top: 0, zIndex: 1, height: 2 }}
        />
      ) : null}
      {mayDelete ? (
        <BulkBar chosen={chosen.map((order) => order.id)} onDeleted={() => setMarked(new Set())} />
      ) : null}
      {query.isError ? null : <NewsBar news={news} onShow={show} />}
      {body()}
      <Pages state={state} onChange={onChange} total={total} rows={rows} />
      {opened === null ? null : <OpenedDialog opened={opened} onClose={() => setOpened(null)} />}
    </Box>
  );
}
