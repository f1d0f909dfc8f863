import type { Theme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ink, type Order, textSize, useMessages } from '@scenedock/ui-kit';
import type { OrderListSegment } from '../orderRoutes';
import { ScrollBox } from '../parts/ScrollBox';
import { type Column, columnsOf } from './columns';
import type { Sort } from './listState';
import { type Opened, RowActions } from './RowActions';
import { type Choice, ChooseAll, ChooseOne } from './rowChoice';

export type OrderListProps = {
  segment: OrderListSegment;
  orders: Order[];
  /** Null when rows cannot be chosen. */
  choice: Choice | null;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onOpen: (opened: Opened) => void;
};

function HeadCell({
  column,
  sort,
  onSort,
}: Pick<OrderListProps, 'sort' | 'onSort'> & { column: Column }) {
  const m = useMessages();
  const { sortKey } = column;
  if (sortKey === undefined) return <TableCell align={column.align}>{column.title(m)}</TableCell>;
  const active = sort === sortKey || sort === `-${sortKey}`;
  const direction = sort === sortKey ? 'asc' : 'desc';
  return (
    <TableCell sortDirection={active ? direction : false}>
      <TableSortLabel
        active={active}
        direction={active ? direction : 'desc'}
        onClick={() => onSort(sort === `-${sortKey}` ? sortKey : `-${sortKey}`)}
      >
        {column.title(m)}
      </TableSortLabel>
    </TableCell>
  );
}

/** Rows of 44 px whose texts stand on one line. */
const ROWS = { '& td': { height: 43, whiteSpace: 'nowrap' }, '& th': { height: 36 } } as const;

/** The last column stays in sight when the rest is scrolled. */
const PINNED = {
  position: 'sticky',
  right: 0,
  '&.MuiTableCell-body': { bgcolor: 'background.paper' },
  'tr:hover > &.MuiTableCell-body': { bgcolor: ink.page },
  boxShadow: { xs: `-6px 0 6px -6px ${ink.shade}`, lg: 'none' },
} as const;

/** The orders of a list, a row each. */
export function OrderTable({ segment, orders, choice, sort, onSort, onOpen }: OrderListProps) {
  const m = useMessages();
  const compact = useMediaQuery<Theme>((theme) => theme.breakpoints.down('lg'));
  const columns = columnsOf(segment).filter(({ wide }) => !compact || wide !== true);
  return (
    <ScrollBox label={m.orders.title}>
      <Table
        aria-label={m.orders.title}
        sx={{
          ...ROWS,
          '& td, & th': compact ? { px: 0.5, py: 0, fontSize: textSize.note } : { px: 1, py: 0 },
        }}
      >
        <TableHead>
          <TableRow sx={{ '& th': { whiteSpace: 'nowrap' } }}>
            {choice === null ? null : (
              <TableCell padding="checkbox">
                <ChooseAll orders={orders} {...choice} />
              </TableCell>
            )}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
            <TableCell align="right" sx={PINNED}>
              {m.common.operations}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {orders.map((order) => (
            <TableRow key={order.id} hover>
              {choice === null ? null : (
                <TableCell padding="checkbox">
                  <ChooseOne order={order} {...choice} />
                </TableCell>
              )}
              {columns.map(({ key, align, minWidth, cell }) => (
                <TableCell key={key} align={align} sx={{ minWidth }}>
                  {cell(order, m)}
                </TableCell>
              ))}
              <TableCell align="right" sx={PINNED}>
                <RowActions order={order} compact={compact} onOpen={onOpen} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </ScrollBox>
  );
}
