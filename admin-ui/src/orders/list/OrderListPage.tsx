import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Order } from '@scenedock/ui-kit';
import { rowsFor, useWindowRows } from '@scenedock/ui-kit';
import { ListBase, useListContext } from 'ra-core';
import { Title } from 'react-admin';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { Allowed } from '../../parts/list/Allowed';
import { ListAudit } from './ListAudit';
import { ListBody } from './ListBody';
import { listName, type OrderList, statusOf } from './lists';
import { QueryBar } from './QueryBar';

const NEWEST_FIRST = { field: 'creattime', order: 'DESC' } as const;

/** One list of orders. Its state is the route's, its other conditions stand in the address bar. */
export function OrderListPage({ list }: { list: OrderList }) {
  const m = useAdminMessages();
  const name = listName(list.slug, m);
  const rows = useWindowRows(rowsFor);
  return (
    <Allowed resource="orders" title={name}>
      <ListBase<Order>
        resource="orders"
        disableAuthentication
        filter={statusOf(list) === undefined ? undefined : { status: statusOf(list) }}
        sort={NEWEST_FIRST}
        perPage={rows}
        storeKey={false}
        exporter={false}
        queryOptions={{
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
          <ListAudit>
            <ListBody list={list} name={name} />
          </ListAudit>
        </Paper>
      </ListBase>
    </Allowed>
  );
}

/** Back and forward change the conditions from outside: the form then starts anew from them. */
function ListQuery({ list }: { list: OrderList }) {
  const { filterValues, setFilters } = useListContext();
  return (
    <QueryBar
      key={JSON.stringify(filterValues)}
      values={filterValues}
      withStatus={list.statuses.length === 0}
      onQuery={(values) => setFilters(values, undefined, false)}
    />
  );
}
