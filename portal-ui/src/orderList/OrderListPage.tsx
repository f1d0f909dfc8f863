import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { holds, useMessages } from '@scenedock/ui-kit';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import {
  ORDER_LISTS,
  type OrderListSegment,
  orderListOf,
  orderListPath,
  orderListTitle,
} from '../orderRoutes';
import { PageTitle } from '../parts/PageTitle';
import { QueueLink } from '../queue/QueueLink';
import { useSession } from '../session/session';
import { ListFilters } from './ListFilters';
import { decodeList, encodeList, type ListState } from './listState';
import { OrderList } from './OrderList';
import { useCounts } from './useCounts';

/** The name of a list and, once it is known, how many orders are in it. */
function TabLabel({ name, count }: { name: string; count: number | undefined }) {
  return (
    <span>
      {name}{' '}
      <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {count?.toLocaleString('en-US')}
      </Box>
    </span>
  );
}

type Tabbed = { segment: OrderListSegment; type: string };

/** The lists, all of the type that the one shown is narrowed to. */
function ListTabs({ segment, type }: Tabbed) {
  const m = useMessages();
  const counts = useCounts(type);
  const search = type === '' ? '' : `?${new URLSearchParams({ type })}`;
  return (
    <Tabs value={segment} variant="scrollable" aria-label={m.orders.lists} sx={{ mb: 1.5 }}>
      {ORDER_LISTS.map((list) => (
        <Tab
          key={list.segment}
          value={list.segment}
          component={Link}
          to={`${orderListPath(list.segment)}${search}`}
          label={<TabLabel name={orderListTitle(list.segment, m)} count={counts[list.segment]} />}
          sx={{ minHeight: 40, minWidth: 72, px: 1.5 }}
        />
      ))}
    </Tabs>
  );
}

/** The order lists; the last segment of the path selects which. Everything else about what is shown is in the query. */
export default function OrderListPage() {
  const m = useMessages();
  const { me } = useSession();
  const title = holds(me, '/order/all') ? m.nav.allOrders : m.nav.orders;
  const segment = orderListOf(useParams().name);
  const [params, setParams] = useSearchParams();
  if (segment === null) return <Navigate to="/forbidden" replace />;
  const state = decodeList(params);
  const change = (next: ListState, replace = false) => setParams(encodeList(next), { replace });
  return (
    <>
      <PageTitle parts={[orderListTitle(segment, m), title]} />
      <Stack direction="row" sx={{ mb: 1, gap: 2, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <Typography variant="h1">{title}</Typography>
        <QueueLink />
      </Stack>
      <ListTabs segment={segment} type={state.filters.type} />
      <Paper variant="outlined" sx={{ p: 1.5, mb: 1.5 }}>
        <ListFilters
          key={segment}
          filters={state.filters}
          withStatus={segment === 'all'}
          onQuery={(filters) => change({ ...state, filters, page: 1 })}
        />
      </Paper>
      <Paper variant="outlined">
        <OrderList key={segment} segment={segment} state={state} onChange={change} />
      </Paper>
    </>
  );
}
