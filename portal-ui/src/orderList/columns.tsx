import {
  ExpiryChip,
  formatTime,
  type Messages,
  methodName,
  type Order,
  OrderLink,
  OrderText,
  PreparationBar,
  StateChip,
  Volume,
} from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { type OrderListSegment, orderPath } from '../orderRoutes';

export type Column = {
  key: string;
  title: (m: Messages) => string;
  cell: (order: Order, m: Messages) => ReactNode;
  /** What the server sorts the list by when its head is pressed. */
  sortKey?: 'creattime' | 'ordername';
  /** Left to the order's page where a table has no room for it; cards show it. */
  wide?: boolean;
  /** As narrow as the column may become, in pixels. */
  minWidth?: number;
  /** Numbers stand under one another by their last digit. */
  align?: 'right';
  /** Lists that show the column; all of them when absent. */
  on?: (segment: OrderListSegment) => boolean;
};

const rating = (value: Order['appraise'], m: Messages) =>
  value === null || value === undefined ? '-' : m.rating[value];

/** Where a delivery may be open. */
const WITH_EXPIRY: readonly OrderListSegment[] = [
  'all',
  'dataReadyFinish',
  'completeAudit',
  'feedback',
];

const notFeedback = (segment: OrderListSegment) => segment !== 'feedback';
const onlyFeedback = (segment: OrderListSegment) => segment === 'feedback';

const COLUMNS: readonly Column[] = [
  {
    key: 'ordername',
    sortKey: 'ordername',
    title: (m) => m.order.ordername,
    cell: (order) => <OrderLink order={order} to={orderPath(order.id)} />,
  },
  {
    key: 'applyuser',
    title: (m) => m.order.applyuser,
    minWidth: 76,
    cell: (order) => <OrderText text={order.applyuser} maxWidth={140} />,
  },
  {
    key: 'unit',
    title: (m) => m.order.applyUserUnit,
    minWidth: 96,
    cell: (order) => <OrderText text={order.applyUserUnit} maxWidth={260} />,
  },
  {
    key: 'phone',
    wide: true,
    title: (m) => m.order.contact,
    cell: (order) => order.applyUserPhone || '-',
  },
  {
    key: 'method',
    wide: true,
    title: (m) => m.order.getMethod,
    cell: (order, m) => methodName(order, m) || '-',
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
    cell: (order) => <Volume order={order} />,
    on: notFeedback,
  },
  {
    key: 'status',
    title: (m) => m.order.sstatus,
    cell: (order) => <StateChip status={order.sstatus} cancelledBy={order.cancelledBy} />,
    on: (segment) => segment !== 'staySubmit',
  },
  {
    key: 'expiresAt',
    title: (m) => m.order.expiresAt,
    cell: (order) =>
      order.expiresAt === null ? '-' : <ExpiryChip expiresAt={order.expiresAt} dense />,
    on: (segment) => WITH_EXPIRY.includes(segment),
  },
  {
    key: 'progress',
    title: (m) => m.order.progress,
    minWidth: 214,
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
    cell: (order) => <OrderText text={order.feedBack} maxWidth={320} />,
    on: onlyFeedback,
  },
];

/** The columns of a list, in their order. */
export function columnsOf(segment: OrderListSegment): readonly Column[] {
  return COLUMNS.filter((column) => column.on?.(segment) ?? true);
}
