import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  formatBytes,
  formatTime,
  type Messages,
  type Order,
  PreparationBar,
  StateChip,
  useMessages,
} from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { type OrderListSegment, orderPath } from '../orderRoutes';
import { WIDE_COLUMN } from '../parts/wideColumn';
import { type Opened, RowActions } from './RowActions';

type Column = {
  key: string;
  title: (m: Messages) => string;
  cell: (order: Order, m: Messages) => ReactNode;
  /** Phones leave it out. */
  wide?: boolean;
  /** Lists that show the column; all of them when absent. */
  on?: (segment: OrderListSegment) => boolean;
};

const rating = (value: Order['appraise'], m: Messages) =>
  value === null || value === undefined ? '-' : m.rating[value];

const notFeedback = (segment: OrderListSegment) => segment !== 'feedback';
const onlyFeedback = (segment: OrderListSegment) => segment === 'feedback';

const COLUMNS: readonly Column[] = [
  {
    key: 'ordername',
    title: (m) => m.order.ordername,
    cell: (order) => (
      <Link component={RouterLink} to={orderPath(order.id)} sx={{ whiteSpace: 'nowrap' }}>
        {order.ordername}
      </Link>
    ),
  },
  {
    key: 'applyuser',
    wide: true,
    title: (m) => m.order.applyuser,
    cell: (order) => order.applyuser,
  },
  {
    key: 'unit',
    wide: true,
    title: (m) => m.order.applyUserUnit,
    cell: (order) => <Box sx={{ minWidth: 150 }}>{order.applyUserUnit}</Box>,
  },
  {
    key: 'phone',
    wide: true,
    title: (m) => m.order.contact,
    cell: (order) => order.applyUserPhone,
  },
  {
    key: 'method',
    wide: true,
    title: (m) => m.order.getMethod,
    cell: (order, m) => m.getMethod[order.getMethod],
    on: notFeedback,
  },
  {
    key: 'time',
    wide: true,
    title: (m) => m.order.creattime,
    cell: (order) => formatTime(order.creattime),
  },
  {
    key: 'volume',
    wide: true,
    title: (m) => m.order.dataSum,
    cell: (order) => order.dataSum || formatBytes(order.dataSize),
    on: notFeedback,
  },
  {
    key: 'status',
    title: (m) => m.order.sstatus,
    cell: (order) => <StateChip status={order.sstatus} />,
    on: (segment) => segment !== 'staySubmit',
  },
  {
    key: 'progress',
    title: (m) => m.order.progress,
    cell: (order) => <PreparationBar value={order.dataPercent} dense />,
    on: (segment) => segment === 'pastAudit',
  },
  {
    key: 'appraise',
    title: (m) => m.order.appraise,
    cell: (order, m) => rating(order.appraise, m),
    on: onlyFeedback,
  },
  {
    key: 'feedBack',
    wide: true,
    title: (m) => m.order.feedBack,
    cell: (order) => order.feedBack || '-',
    on: onlyFeedback,
  },
];

type Props = {
  segment: OrderListSegment;
  orders: Order[];
  /** Null when rows cannot be chosen. */
  chosen: ReadonlySet<string> | null;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onOpen: (opened: Opened) => void;
};

const deletable = (order: Order) => order.actions.includes('delete');

function HeadCheck({ orders, chosen, onChoose }: Pick<Props, 'orders' | 'chosen' | 'onChoose'>) {
  const m = useMessages();
  const ids = orders.filter(deletable).map((order) => order.id);
  const on = ids.filter((id) => chosen?.has(id)).length;
  return (
    <TableCell padding="checkbox">
      <Checkbox
        disabled={ids.length === 0}
        checked={on > 0 && on === ids.length}
        indeterminate={on > 0 && on < ids.length}
        slotProps={{ input: { 'aria-label': m.common.selectAll } }}
        onChange={(_, all) => onChoose(new Set(all ? ids : []))}
      />
    </TableCell>
  );
}

function RowCheck({
  order,
  chosen,
  onChoose,
}: Pick<Props, 'chosen' | 'onChoose'> & { order: Order }) {
  const m = useMessages();
  const toggle = (on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(order.id);
    else next.delete(order.id);
    onChoose(next);
  };
  return (
    <TableCell padding="checkbox" title={deletable(order) ? '' : m.orders.notDeletable}>
      <Checkbox
        disabled={!deletable(order)}
        checked={chosen?.has(order.id) ?? false}
        slotProps={{ input: { 'aria-label': m.orders.selectRow(order.ordername) } }}
        onChange={(_, on) => toggle(on)}
      />
    </TableCell>
  );
}

export function OrderTable({ segment, orders, chosen, onChoose, onOpen }: Props) {
  const m = useMessages();
  const columns = COLUMNS.filter((column) => column.on?.(segment) ?? true);
  return (
    <TableContainer>
      <Table aria-label={m.orders.title}>
        <TableHead>
          <TableRow sx={{ '& th': { whiteSpace: 'nowrap' } }}>
            {chosen === null ? null : (
              <HeadCheck orders={orders} chosen={chosen} onChoose={onChoose} />
            )}
            {columns.map(({ key, title, wide }) => (
              <TableCell key={key} sx={wide ? WIDE_COLUMN : null}>
                {title(m)}
              </TableCell>
            ))}
            <TableCell align="right" sx={WIDE_COLUMN}>
              {m.common.operations}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {orders.map((order) => (
            <TableRow key={order.id} hover>
              {chosen === null ? null : (
                <RowCheck order={order} chosen={chosen} onChoose={onChoose} />
              )}
              {columns.map(({ key, cell, wide }) => (
                <TableCell key={key} sx={wide ? WIDE_COLUMN : null}>
                  {cell(order, m)}
                </TableCell>
              ))}
              <TableCell align="right" sx={WIDE_COLUMN}>
                <RowActions order={order} onOpen={onOpen} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
