import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {
  Clamped,
  formatTime,
  formatVolume,
  type Messages,
  type Order,
  PreparationBar,
  StateChip,
  useMessages,
} from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import type { AdminMessages } from '../../i18n/zh';
import { ExpiryChip } from '../ExpiryChip';
import { RATING_KEYS } from '../feedback';
import { CauseCell } from './CauseCell';
import { type ListSlug, orderPath } from './lists';
import { PriorityCell } from './PriorityCell';
import { RowActions } from './RowActions';

/** One column of the order table. */
export interface Column {
  key: string;
  label: string;
  render: (order: Order) => ReactNode;
  /** Field of the server's sort, where the column can be sorted. */
  sort?: string;
  width?: number;
  minWidth?: number;
  /** Numbers stand under one another by their last digit. */
  align?: 'right';
  /** Stays in sight while the table scrolls sideways. */
  sticky?: boolean;
}

/** Where orders still wait for work, whose turn it is matters. */
const WITH_PRIORITY: readonly ListSlug[] = ['pending', 'approved', 'all'];

/** Where a delivery may be open. */
const WITH_EXPIRY: readonly ListSlug[] = ['prepared', 'completed', 'feedback'];

/** The columns of a list, after section 2 of the orders specification. */
export function columnsFor(slug: ListSlug, m: Messages, a: AdminMessages): Column[] {
  const rated = slug === 'feedback';
  const preparing = slug === 'approved';
  const all: (Column | false)[] = [
    {
      key: 'ordername',
      label: m.order.ordername,
      sort: 'ordername',
      width: 176,
      render: (order) => <OrderLink order={order} />,
    },
    preparing && {
      key: 'progress',
      label: m.order.progress,
      width: 190,
      minWidth: 180,
      render: (order) => order.dataPercent && <PreparationBar value={order.dataPercent} dense />,
    },
    {
      key: 'applyuser',
      label: m.order.applyuser,
      render: (order) => <Clamped text={order.applyuser} maxWidth={200} />,
      minWidth: 92,
    },
    {
      key: 'unit',
      label: m.order.applyUserUnit,
      render: (order) => <Clamped text={order.applyUserUnit} maxWidth={260} />,
      minWidth: 108,
    },
    { key: 'phone', label: m.order.contact, render: (order) => order.applyUserPhone, width: 112 },
    !rated && {
      key: 'getMethod',
      label: m.order.getMethod,
      render: (order) => m.getMethod[order.getMethod] ?? '-',
      width: 84,
    },
    {
      key: 'creattime',
      label: m.order.creattime,
      sort: 'creattime',
      width: 124,
      render: (order) => <Moment time={order.creattime} />,
    },
    !rated && {
      key: 'dataSum',
      label: m.order.dataSum,
      render: (order) => formatVolume(order, m.scene),
      align: 'right',
      width: 96,
    },
    WITH_PRIORITY.includes(slug) && {
      key: 'sorder',
      label: a.detail.sorder,
      sort: 'sorder',
      align: 'right',
      width: 60,
      render: (order) => <PriorityCell order={order} />,
    },
    WITH_EXPIRY.includes(slug) && {
      key: 'expiresAt',
      label: a.detail.expiresAt,
      width: 132,
      render: (order) => (order.expiresAt ? <ExpiryChip expiresAt={order.expiresAt} /> : '-'),
    },
    slug === 'rejected' && {
      key: 'cause',
      label: m.order.cause,
      render: (order) => <CauseCell order={order} />,
    },
    rated && { key: 'rating', label: a.list.rating, render: (order) => <Ratings order={order} /> },
    rated && {
      key: 'feedBack',
      label: m.order.feedBack,
      render: (order) => <Clamped text={order.feedBack || '-'} maxWidth={260} />,
    },
    slug !== 'draft' && {
      key: 'sstatus',
      label: m.order.sstatus,
      width: 116,
      render: (order) => <StateChip status={order.sstatus} cancelledBy={order.cancelledBy} />,
    },
    {
      key: 'operations',
      label: m.common.operations,
      sticky: true,
      width: preparing ? 56 : 116,
      render: (order) => <RowActions order={order} />,
    },
  ];
  return all.filter((column) => column !== false);
}

function OrderLink({ order }: { order: Order }) {
  const { pathname, search } = useLocation();
  return (
    <Link
      component={RouterLink}
      to={orderPath(order.id)}
      state={{ from: pathname + search }}
      sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
    >
      {order.ordername}
    </Link>
  );
}

/** Day and time, each unbroken. */
function Moment({ time }: { time: string }) {
  const [day, clock] = formatTime(time).split(' ');
  return (
    <>
      <span style={{ whiteSpace: 'nowrap' }}>{day}</span> <span>{clock}</span>
    </>
  );
}

function Ratings({ order }: { order: Order }) {
  const m = useMessages();
  const given = RATING_KEYS.flatMap((key) => {
    const rating = order[key];
    return rating === null || rating === undefined ? [] : [`${m.order[key]}：${m.rating[rating]}`];
  });
  return given.length === 0 ? (
    '-'
  ) : (
    <Typography variant="caption" component="div" sx={{ whiteSpace: 'nowrap' }}>
      {given.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Typography>
  );
}
