import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Order } from '@scenedock/ui-kit';
import { textSize } from '@scenedock/ui-kit';
import type { Column } from './columns';

/** Columns that stand in a card's head or foot, without their label. */
const FRAME = ['ordername', 'sstatus', 'operations'];

interface OrderCardsProps {
  orders: Order[];
  columns: Column[];
  name: string;
}

/** The orders of one page below one another, for narrow screens. */
export function OrderCards({ orders, columns, name }: OrderCardsProps) {
  return (
    <Box component="ul" aria-label={name} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {orders.map((order) => (
        <Card key={order.id} order={order} columns={columns} />
      ))}
    </Box>
  );
}

function Card({ order, columns }: { order: Order; columns: Column[] }) {
  const cell = (key: string) => columns.find((column) => column.key === key)?.render(order);
  return (
    <Box component="li" sx={{ px: 2, py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, mb: 0.75 }}>
        {cell('ordername')}
        {cell('sstatus')}
      </Stack>
      <Box component="dl" sx={FACTS}>
        {columns
          .filter((column) => !FRAME.includes(column.key))
          .map((column) => (
            <Box key={column.key} sx={{ display: 'contents' }}>
              <dt>{column.label}</dt>
              <dd>{column.render(order)}</dd>
            </Box>
          ))}
      </Box>
      <Stack direction="row" sx={{ justifyContent: 'flex-end', mt: 0.5 }}>
        {cell('operations')}
      </Stack>
    </Box>
  );
}

const FACTS = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 1.5,
  rowGap: 0.5,
  fontSize: textSize.body,
  alignItems: 'center',
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, minWidth: 0, overflowWrap: 'anywhere' },
} as const;
