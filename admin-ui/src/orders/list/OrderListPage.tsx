import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Order } from '@scenedock/ui-kit';
import { ListBase, useListContext } from 'ra-core';
import { Title } from 'react-admin';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { rowsFor, useOfHeight } from '../../parts/pageRows';
import { ListBody } from './ListBody';
import { listName, type OrderList } from './lists';
import { QueryBar } from './QueryBar';

/** While orders are being prepared their rows change by themselves; asked again this often, in ms. */
const PREPARING_MS = 5000;

const NEWEST_FIRST = { field: 'creattime', order: 'DESC' } as const;

/** One list of orders. Its state is the route's, its other conditions stand in the address bar. */
export function OrderListPage({ list }: { list: OrderList }) {
  const m = useAdminMessages();
  const name = listName(list.slug, m);
  const rows = useOfHeight(rowsFor);
  const preparing = list.status === 1 || list.status === 3;
  return (
    <ListBase<Order>
      resource="orders"
      filter={list.status === undefined ? undefined : { status: String(list.status) }}
      sort={NEWEST_FIRST}
      perPage={rows}
      storeKey={false}
      exporter={false}
      queryOptions={{
        refetchInterval: preparing ? PREPARING_MS : false,
        // The page itself shows what went wrong.
        onError: () => undefined,
      }}
    >
      <Title title={name} />
      <Typography component="h1" variant="h1" sx={{ mb: 1.5 }}>
        {name}
      </Typography>
      <ListQuery list={list} />
      <Paper variant="outlined" sx={{ mt: 1.5, overflow: 'hidden' }}>
        <ListBody list={list} name={name} />
      </Paper>
    </ListBase>
  );
}

/** Back and forward change the conditions from outside: the form then starts anew from them. */
function ListQuery({ list }: { list: OrderList }) {
  const { filterValues, setFilters } = useListContext();
  return (
    <QueryBar
      key={JSON.stringify(filterValues)}
      values={filterValues}
      withStatus={list.status === undefined}
      onQuery={(values) => setFilters(values, undefined, false)}
    />
  );
}
