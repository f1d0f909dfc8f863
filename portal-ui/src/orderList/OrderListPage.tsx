import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import TablePagination from '@mui/material/TablePagination';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import {
  api,
  EmptyState,
  ErrorState,
  Loading,
  type Order,
  type Page,
  useMessages,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { DeliveryDialog } from '../delivery/DeliveryDialog';
import { PickupDialog } from '../delivery/PickupDialog';
import { FeedbackDialog } from '../orderActions/FeedbackDialog';
import { isOrderList, ORDER_LISTS, type OrderListSegment, orderListTitle } from '../orderRoutes';
import { useSession } from '../session/session';
import { ListFilters } from './ListFilters';
import {
  decodeList,
  encodeList,
  type ListState,
  listQuery,
  NO_FILTERS,
  PAGE_SIZES,
} from './listState';
import { OrderTable } from './OrderTable';
import type { Opened } from './RowActions';
import { useBulkDelete } from './useBulkDelete';

/** Orders in preparation move by themselves; the list follows every few seconds. */
const FOLLOW_MS = 4000;

const moving = (page: Page<Order> | undefined) =>
  page?.items.some((order) => order.sstatus === 1 || order.sstatus === 3) ?? false;

function ListTabs({ segment }: { segment: OrderListSegment }) {
  const m = useMessages();
  return (
    <Tabs value={segment} variant="scrollable" aria-label={m.orders.title} sx={{ mb: 1.5 }}>
      {ORDER_LISTS.map((list) => (
        <Tab
          key={list.segment}
          value={list.segment}
          component={Link}
          to={`/orderManage/${list.segment}`}
          label={orderListTitle(list.segment, m)}
          sx={{ minHeight: 40 }}
        />
      ))}
    </Tabs>
  );
}

function Dialogs({ opened, onClose }: { opened: Opened | null; onClose: () => void }) {
  const { me } = useSession();
  if (opened === null) return null;
  const { order, kind } = opened;
  if (kind === 'delivery') return <DeliveryDialog order={order} onClose={onClose} />;
  if (kind === 'feedback') return <FeedbackDialog order={order} onClose={onClose} />;
  return <PickupDialog order={order} showPath={me?.role === 'admin'} onClose={onClose} />;
}

type ListProps = {
  segment: OrderListSegment;
  state: ListState;
  onChange: (state: ListState) => void;
};

function List({ segment, state, onChange }: ListProps) {
  const m = useMessages();
  const { me } = useSession();
  const remove = useBulkDelete();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<Opened | null>(null);
  const request = listQuery(segment, state);
  const query = useQuery({
    queryKey: ['orders', request],
    queryFn: ({ signal }) => api.orders.list(request, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (moving(data) ? FOLLOW_MS : false),
  });
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading />;
  const { items, total } = query.data;
  const narrowed = Object.values(state.filters).some((text) => text !== '');
  const clear = (
    <Button variant="outlined" onClick={() => onChange({ ...state, filters: NO_FILTERS, page: 1 })}>
      {m.orders.clear}
    </Button>
  );
  const mayChoose = me?.role === 'applicant';
  const removeChosen = async () => {
    if (await remove([...chosen])) setChosen(new Set());
  };
  return (
    <Box sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
      {mayChoose ? (
        <Stack direction="row" spacing={1} sx={{ p: 1, alignItems: 'center' }}>
          <Button variant="outlined" color="error" onClick={() => void removeChosen()}>
            {m.orders.deleteSelected}
          </Button>
          <Typography variant="body2" color="textSecondary">
            {m.common.selected(chosen.size)}
          </Typography>
        </Stack>
      ) : null}
      {items.length > 0 ? (
        <OrderTable
          segment={segment}
          orders={items}
          chosen={mayChoose ? chosen : null}
          onChoose={setChosen}
          onOpen={setOpened}
        />
      ) : narrowed ? (
        <EmptyState title={m.common.noMatch} hint={m.common.noMatchHint} action={clear} />
      ) : (
        <EmptyState />
      )}
      <TablePagination
        component="div"
        count={total}
        page={Math.min(state.page - 1, Math.max(0, Math.ceil(total / state.pageSize) - 1))}
        rowsPerPage={state.pageSize}
        rowsPerPageOptions={[...PAGE_SIZES]}
        onPageChange={(_, page) => onChange({ ...state, page: page + 1 })}
        onRowsPerPageChange={(event) =>
          onChange({ ...state, page: 1, pageSize: Number(event.target.value) })
        }
      />
      <Dialogs opened={opened} onClose={() => setOpened(null)} />
    </Box>
  );
}

export default function OrderListPage() {
  const m = useMessages();
  const { segment } = useParams();
  const [params, setParams] = useSearchParams();
  if (!isOrderList(segment)) return <Navigate to="/forbidden" replace />;
  const state = decodeList(params);
  const change = (next: ListState) => setParams(encodeList(next));
  return (
    <>
      <Typography variant="h1" sx={{ mb: 1 }}>
        {m.orders.title}
      </Typography>
      <ListTabs segment={segment} />
      <Paper variant="outlined" sx={{ p: 1.5, mb: 1.5 }}>
        <ListFilters
          filters={state.filters}
          withStatus={segment === 'all'}
          onQuery={(filters) => change({ ...state, filters, page: 1 })}
        />
      </Paper>
      <Paper variant="outlined">
        <List key={segment} segment={segment} state={state} onChange={change} />
      </Paper>
    </>
  );
}
