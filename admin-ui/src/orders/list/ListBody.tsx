import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  EmptyState,
  ErrorState,
  Loading,
  NewsBar,
  type Order,
  useMessages,
} from '@scenedock/ui-kit';
import { useListContext } from 'ra-core';
import { useMemo } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { ColumnChooser } from '../../parts/list/ColumnChooser';
import { ListOrders } from '../../parts/list/listOrder';
import { OrderChoice } from '../../parts/list/OrderChoice';
import { useChosenColumns } from '../../parts/list/useChosenColumns';
import { PendingDecisions } from '../pendingDecision/PendingDecisions';
import { columnsFor } from './columns';
import { ListPager } from './ListPager';
import type { OrderList } from './lists';
import { OrderCards } from './OrderCards';
import { OrderTable } from './OrderTable';
import { useListNews } from './useListNews';

/** What the server orders orders by; heads that can be pressed say so on wider screens. */
const ORDERS = ['-creattime', '-ordername', '-sorder'];

/** Columns that nobody can do without: which order, where it stands, and what can be done. */
const STAYS = ['ordername', 'sstatus', 'operations'];

/** The table, or why there is none: still loading, failed, nothing there, nothing that matches. */
export function ListBody({ list, name }: { list: OrderList; name: string }) {
  const { data, error, isPending, isPlaceholderData, refetch } = useListContext<Order>();
  const { news, show } = useListNews(list);
  if (error) {
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  if (isPending || !data) {
    return <Loading />;
  }
  if (data.length === 0) {
    return (
      <>
        <NewsBar news={news} onShow={show} />
        <NothingHere list={list} name={name} />
      </>
    );
  }
  return (
    <>
      <NewsBar news={news} onShow={show} />
      {isPlaceholderData && <Updating />}
      <PendingDecisions orders={data}>
        <Orders orders={data} list={list} name={name} />
      </PendingDecisions>
      <ListPager />
    </>
  );
}

function Orders({ orders, list, name }: { orders: Order[]; list: OrderList; name: string }) {
  const m = useMessages();
  const a = useAdminMessages();
  const all = useMemo(() => columnsFor(list.slug, m, a), [list.slug, m, a]);
  const { hidden, choose } = useChosenColumns('orders');
  const columns = all.filter(({ key }) => STAYS.includes(key) || !hidden.includes(key));
  const spare = all
    .filter(({ key }) => !STAYS.includes(key))
    .map(({ key, label }) => ({ source: key, name: label }));
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const Shape = narrow ? OrderCards : OrderTable;
  return (
    <>
      <Stack direction="row" sx={{ px: 1.5, pt: { xs: 1.5, sm: 0.5 }, pb: 0.5, gap: 1 }}>
        {narrow && (
          <ListOrders.Provider value={ORDERS}>
            <OrderChoice names={all.map(({ key, label }) => ({ source: key, name: label }))} />
          </ListOrders.Provider>
        )}
        <Box sx={{ ml: 'auto' }}>
          <ColumnChooser columns={spare} hidden={hidden} onChoose={choose} />
        </Box>
      </Stack>
      <Shape orders={orders} columns={columns} name={name} />
    </>
  );
}

function Updating() {
  const m = useAdminMessages();
  return <LinearProgress aria-label={m.list.updating} sx={{ height: 2, mb: '-2px', zIndex: 3 }} />;
}

function NothingHere({ list, name }: { list: OrderList; name: string }) {
  const { filterValues, setFilters } = useListContext();
  const { common } = useMessages();
  const m = useAdminMessages();
  if (Object.keys(filterValues).length > 0) {
    return (
      <EmptyState
        title={common.noMatch}
        hint={common.noMatchHint}
        action={
          <Button variant="outlined" onClick={() => setFilters({}, undefined, false)}>
            {m.list.clear}
          </Button>
        }
      />
    );
  }
  return <EmptyState title={list.slug === 'all' ? m.list.emptyAll : m.list.empty(name)} />;
}
