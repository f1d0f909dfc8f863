import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {
  formatTime,
  type Messages,
  type Order,
  PreparationBar,
  StateChip,
  useMessages,
} from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import type { AdminMessages } from '../../i18n/zh';
import { RATING_KEYS, type RatedOrder } from '../feedback';
import type { ListSlug } from './lists';
import { RowActions } from './RowActions';

/** One column of the order table. */
export interface Column {
  key: string;
  label: string;
  render: (order: RatedOrder) => ReactNode;
  /** Field of the server's sort, where the column can be sorted. */
  sort?: string;
  width?: number;
  minWidth?: number;
}

/** The columns of a list, after section 2 of the orders specification. */
export function columnsFor(slug: ListSlug, m: Messages, a: AdminMessages): Column[] {
  const rated = slug === 'feedback';
  const all: (Column | false)[] = [
    {
      key: 'ordername',
      label: m.order.ordername,
      sort: 'ordername',
      width: 176,
      render: (order) => <OrderLink order={order} />,
    },
    {
      key: 'applyuser',
      label: m.order.applyuser,
      render: (order) => order.applyuser,
      minWidth: 112,
    },
    {
      key: 'unit',
      label: m.order.applyUserUnit,
      render: (order) => order.applyUserUnit,
      minWidth: 140,
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
      width: 96,
      render: (order) => <Moment time={order.creattime} />,
    },
    !rated && {
      key: 'dataSum',
      label: m.order.dataSum,
      render: (order) => order.dataSum,
      width: 96,
    },
    slug === 'approved' && {
      key: 'progress',
      label: m.order.progress,
      width: 240,
      minWidth: 232,
      render: (order) => order.dataPercent && <PreparationBar value={order.dataPercent} dense />,
    },
    slug === 'rejected' && {
      key: 'cause',
      label: m.order.cause,
      render: (order) => <Clamped text={order.cause ?? '-'} />,
    },
    rated && { key: 'rating', label: a.list.rating, render: (order) => <Ratings order={order} /> },
    rated && {
      key: 'feedBack',
      label: m.order.feedBack,
      render: (order) => <Clamped text={order.feedBack || '-'} />,
    },
    {
      key: 'sstatus',
      label: m.order.sstatus,
      width: 116,
      render: (order) => <StateChip status={order.sstatus} />,
    },
    {
      key: 'operations',
      label: m.common.operations,
      width: 116,
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
      to={`/orders/${order.id}`}
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

function Clamped({ text }: { text: string }) {
  return (
    <Typography
      variant="body2"
      title={text}
      sx={{
        display: '-webkit-box',
        WebkitLineClamp: 2,
        WebkitBoxOrient: 'vertical',
        overflow: 'hidden',
        maxWidth: 260,
      }}
    >
      {text}
    </Typography>
  );
}

function Ratings({ order }: { order: RatedOrder }) {
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
