import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import {
  Clamped,
  DownloadAll,
  formatTime,
  formatVolume,
  type Messages,
  type Order,
  PreparationBar,
  StateChip,
  ToneChip,
  useMessages,
} from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { type OrderListSegment, orderPath } from '../orderRoutes';
import { useNow } from '../parts/useNow';
import { expiryLabel } from './expiry';

export type Column = {
  key: string;
  title: (m: Messages) => string;
  cell: (order: Order, m: Messages) => ReactNode;
  /** What the server sorts the list by when its head is pressed. */
  sortKey?: 'creattime' | 'ordername';
  /** Numbers stand under one another by their last digit. */
  align?: 'right';
  /** Lists that show the column; all of them when absent. */
  on?: (segment: OrderListSegment) => boolean;
};

/** Leads to the order, and back to these very rows. */
function OrderLink({ order }: { order: Order }) {
  const { pathname, search } = useLocation();
  return (
    <Link
      component={RouterLink}
      to={orderPath(order.id)}
      state={{ from: `${pathname}${search}` }}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {order.ordername}
    </Link>
  );
}

function Expiry({ at }: { at: string }) {
  const m = useMessages();
  const now = useNow();
  return <ToneChip {...expiryLabel(at, now, m)} />;
}

/** The state and, while a delivery is open, until when. */
function State({ order }: { order: Order }) {
  const open = order.expiresAt;
  return (
    <Stack
      sx={{
        gap: 0.5,
        flexDirection: { xs: 'row', sm: 'column' },
        flexWrap: 'wrap',
        alignItems: 'flex-start',
      }}
    >
      <StateChip status={order.sstatus} cancelledBy={order.cancelledBy} />
      {open === null ? null : <Expiry at={open} />}
      <DownloadAll dense downloads={order.downloads} ordername={order.ordername} />
    </Stack>
  );
}

/** A name that may be long, in a column that is at least so many pixels wide. */
function Wide({ text, least }: { text: string; least: number }) {
  return (
    <Box sx={{ minWidth: { sm: least } }}>
      <Clamped text={text || '-'} maxWidth={260} />
    </Box>
  );
}

const rating = (value: Order['appraise'], m: Messages) =>
  value === null || value === undefined ? '-' : m.rating[value];

const notFeedback = (segment: OrderListSegment) => segment !== 'feedback';
const onlyFeedback = (segment: OrderListSegment) => segment === 'feedback';

const COLUMNS: readonly Column[] = [
  {
    key: 'ordername',
    sortKey: 'ordername',
    title: (m) => m.order.ordername,
    cell: (order) => <OrderLink order={order} />,
  },
  {
    key: 'applyuser',
    title: (m) => m.order.applyuser,
    cell: (order) => <Wide least={72} text={order.applyuser} />,
  },
  {
    key: 'unit',
    title: (m) => m.order.applyUserUnit,
    cell: (order) => <Wide least={110} text={order.applyUserUnit} />,
  },
  {
    key: 'phone',
    title: (m) => m.order.contact,
    cell: (order) => order.applyUserPhone || '-',
  },
  {
    key: 'method',
    title: (m) => m.order.getMethod,
    // A draft may not have one yet.
    cell: (order, m) => m.getMethod[order.getMethod] ?? '-',
    on: notFeedback,
  },
  {
    key: 'time',
    sortKey: 'creattime',
    title: (m) => m.order.creattime,
    cell: (order) => formatTime(order.creattime),
  },
  {
    key: 'volume',
    align: 'right',
    title: (m) => m.order.dataSum,
    cell: (order, m) => (
      <Box component="span" sx={{ whiteSpace: order.unsizedCount > 0 ? 'normal' : 'nowrap' }}>
        {formatVolume(order, m.scene)}
      </Box>
    ),
    on: notFeedback,
  },
  {
    key: 'status',
    title: (m) => m.order.sstatus,
    cell: (order) => <State order={order} />,
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
    title: (m) => m.order.feedBack,
    cell: (order) => <Clamped text={order.feedBack || '-'} lines={3} maxWidth={320} />,
    on: onlyFeedback,
  },
];

/** The columns of a list, in their order. */
export function columnsOf(segment: OrderListSegment): readonly Column[] {
  return COLUMNS.filter((column) => column.on?.(segment) ?? true);
}
