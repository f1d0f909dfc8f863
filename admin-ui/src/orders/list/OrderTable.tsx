import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { Order } from '@scenedock/ui-kit';
import { useListContext } from 'ra-core';
import { STICKY, STICKY_HEAD } from '../../parts/stickyColumn';
import type { Column } from './columns';

interface OrderTableProps {
  orders: Order[];
  columns: Column[];
  name: string;
}

/** The orders of one page. No row check boxes: administrators have no bulk action here. */
export function OrderTable({ orders, columns, name }: OrderTableProps) {
  return (
    // What scrolls sideways must be reachable by keyboard.
    <TableContainer tabIndex={0} role="group" aria-label={name}>
      <Table aria-label={name} sx={ROWS}>
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
                <TableCell
                  key={column.key}
                  align={column.align}
                  sx={{
                    minWidth: column.minWidth,
                    display: displayOf(column),
                    ...(column.sticky ? STICKY : {}),
                  }}
                >
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

/** Rows of 44 px whose texts stand on one line. */
const ROWS = {
  minWidth: 680,
  '& td, & th': { px: 1, py: 0 },
  '& td': { height: 43, whiteSpace: 'nowrap' },
  '& th': { height: 36 },
} as const;

const displayOf = ({ from }: Column) =>
  from === undefined ? undefined : { xs: 'none', [from]: 'table-cell' };

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
      align={column.align}
      sortDirection={active ? direction : false}
      sx={{
        width: column.width,
        whiteSpace: 'nowrap',
        display: displayOf(column),
        ...(column.sticky ? STICKY_HEAD : {}),
      }}
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
