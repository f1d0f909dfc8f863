import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { type Order, useMessages } from '@scenedock/ui-kit';
import { useListContext } from 'ra-core';
import { useMemo } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { type Column, columnsFor } from './columns';
import type { OrderList } from './lists';

interface OrderTableProps {
  orders: Order[];
  list: OrderList;
  name: string;
}

/** The orders of one page. No row check boxes: administrators have no bulk action here. */
export function OrderTable({ orders, list, name }: OrderTableProps) {
  const m = useMessages();
  const a = useAdminMessages();
  const columns = useMemo(() => columnsFor(list.slug, m, a), [list.slug, m, a]);
  return (
    // What scrolls sideways must be reachable by keyboard.
    <TableContainer tabIndex={0} role="group" aria-label={name}>
      <Table aria-label={name} sx={{ minWidth: 1000, '& td, & th': { px: 1.25 } }}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {orders.map((order) => (
            <TableRow key={order.id} hover>
              {columns.map((column) => (
                <TableCell key={column.key} sx={{ minWidth: column.minWidth }}>
                  {column.render(order)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function HeadCell({ column }: { column: Column }) {
  const { sort, setSort } = useListContext();
  const field = column.sort;
  const active = field !== undefined && sort.field === field;
  const direction = sort.order === 'ASC' ? 'asc' : 'desc';
  const turn = () =>
    setSort({
      field: field ?? '',
      order: active && sort.order === 'DESC' ? 'ASC' : 'DESC',
    });
  return (
    <TableCell
      sortDirection={active ? direction : false}
      sx={{ width: column.width, whiteSpace: 'nowrap' }}
    >
      {field ? (
        <TableSortLabel active={active} direction={active ? direction : 'desc'} onClick={turn}>
          {column.label}
        </TableSortLabel>
      ) : (
        column.label
      )}
    </TableCell>
  );
}
