import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type Order, textSize, useMessages } from '@scenedock/ui-kit';
import { Fragment } from 'react';
import { type Column, columnsOf } from './columns';
import { SORTS } from './listState';
import type { OrderListProps } from './OrderTable';
import { RowActions } from './RowActions';
import { type Choice, ChooseAll, ChooseOne } from './rowChoice';

/** Columns that head a card: which order, and how far it is. */
const HEAD: readonly string[] = ['ordername', 'status'];

type CardProps = Pick<OrderListProps, 'choice' | 'onOpen'> & {
  order: Order;
  columns: readonly Column[];
};

function Card({ order, columns, choice, onOpen }: CardProps) {
  const m = useMessages();
  return (
    <Box component="li" sx={{ p: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start', flexWrap: 'wrap' }}>
        {choice === null ? null : (
          <Box sx={{ ml: -1, my: -0.75 }}>
            <ChooseOne order={order} {...choice} />
          </Box>
        )}
        {columns
          .filter(({ key }) => HEAD.includes(key))
          .map(({ key, cell }) => (
            <Box key={key} sx={{ fontWeight: key === 'ordername' ? 600 : 400, mr: 'auto' }}>
              {cell(order, m)}
            </Box>
          ))}
      </Stack>
      <Box
        component="dl"
        sx={{
          my: 1,
          mx: 0,
          display: 'grid',
          gridTemplateColumns: 'auto 1fr',
          columnGap: 1.5,
          rowGap: 0.25,
          fontSize: textSize.body,
          '& dt': { color: 'text.secondary', whiteSpace: 'nowrap' },
          '& dd': { m: 0, minWidth: 0, overflowWrap: 'anywhere' },
        }}
      >
        {columns
          .filter(({ key }) => !HEAD.includes(key))
          .map(({ key, title, cell }) => (
            <Fragment key={key}>
              <dt>{title(m)}</dt>
              <dd>{cell(order, m)}</dd>
            </Fragment>
          ))}
      </Box>
      <RowActions order={order} onOpen={onOpen} />
    </Box>
  );
}

/** The orders of a list on a narrow screen, a card each. */
export function OrderCards({ segment, orders, choice, sort, onSort, onOpen }: OrderListProps) {
  const m = useMessages();
  const columns = columnsOf(segment);
  const names = {
    '-creattime': `${m.order.creattime} ↓`,
    creattime: `${m.order.creattime} ↑`,
    '-ordername': `${m.order.ordername} ↓`,
    ordername: `${m.order.ordername} ↑`,
  };
  return (
    <>
      <Stack direction="row" sx={{ px: 1.5, py: 1, gap: 1, alignItems: 'center' }}>
        {choice === null ? null : <SelectPage orders={orders} choice={choice} />}
        <TextField
          select
          label={m.search.sort}
          value={sort}
          onChange={(event) => onSort(SORTS.find((one) => one === event.target.value) ?? SORTS[0])}
          sx={{ ml: 'auto', minWidth: 150 }}
        >
          {SORTS.map((one) => (
            <MenuItem key={one} value={one}>
              {names[one]}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
      <Box component="ul" aria-label={m.orders.title} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {orders.map((order) => (
          <Card key={order.id} order={order} columns={columns} choice={choice} onOpen={onOpen} />
        ))}
      </Box>
    </>
  );
}

function SelectPage({ orders, choice }: { orders: Order[]; choice: Choice }) {
  const m = useMessages();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', ml: -1 }}>
      <ChooseAll orders={orders} {...choice} />
      {m.common.selectAll}
    </Box>
  );
}
