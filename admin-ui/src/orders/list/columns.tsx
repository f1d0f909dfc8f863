import {
  ExpiryChip,
  formatTime,
  type Messages,
  methodName,
  type Order,
  OrderLink,
  OrderText,
  PreparationBar,
  RATING_KEYS,
  Volume,
} from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import type { AdminMessages } from '../../i18n/zh';
import { orderPath } from '../../parts/orderPath';
import { DecisionOrState } from '../pendingDecision/PendingInList';
import { CauseCell } from './CauseCell';
import type { ListSlug } from './lists';
import { PriorityCell } from './PriorityCell';
import { isDeleted, RowActions } from './RowActions';

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
  /** Narrowest window that has room for it; cards show it in any case. */
  from?: 'lg' | 'xl';
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
      width: 166,
      // What was deleted has no page any more; figures count it still.
      render: (order) =>
        isDeleted(order) ? order.ordername : <OrderLink order={order} to={orderPath(order.id)} />,
    },
    preparing && {
      key: 'progress',
      label: m.order.progress,
      width: 214,
      minWidth: 214,
      render: (order) => order.dataPercent && <PreparationBar value={order.dataPercent} dense />,
    },
    ...applicantColumns(m, preparing),
    !rated && {
      key: 'getMethod',
      label: m.order.getMethod,
      render: (order) => methodName(order, m) || '-',
      width: 84,
      from: 'lg',
    },
    {
      key: 'creattime',
      label: m.order.creattime,
      sort: 'creattime',
      width: 124,
      // Beside the progress there is no room for it.
      ...(preparing ? { from: 'lg' as const } : {}),
      render: (order) => formatTime(order.creattime),
    },
    !rated && {
      key: 'dataSum',
      label: m.order.dataSum,
      render: (order) => <Volume order={order} />,
      align: 'right',
      width: 88,
      ...(preparing ? { from: 'lg' as const } : {}),
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
      label: m.order.expiresAt,
      width: 104,
      render: (order) => (order.expiresAt ? <ExpiryChip expiresAt={order.expiresAt} dense /> : '-'),
    },
    slug === 'rejected' && {
      key: 'cause',
      label: m.order.cause,
      render: (order) => <CauseCell order={order} />,
    },
    ...(rated ? feedbackColumns(m, a) : []),
    slug !== 'draft' && {
      key: 'sstatus',
      label: m.order.sstatus,
      width: 116,
      render: (order) => <DecisionOrState order={order} />,
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

/** Who applied, and how to reach them. */
const applicantColumns = (m: Messages, besideProgress: boolean): Column[] => [
  {
    key: 'applyuser',
    label: m.order.applyuser,
    render: (order) => <OrderText text={order.applyuser} maxWidth={140} />,
    minWidth: 92,
    from: 'lg',
  },
  {
    key: 'unit',
    label: m.order.applyUserUnit,
    render: (order) => <OrderText text={order.applyUserUnit} maxWidth={260} />,
    minWidth: 96,
  },
  {
    key: 'phone',
    label: m.order.contact,
    render: (order) => order.applyUserPhone,
    width: 104,
    from: besideProgress ? 'xl' : 'lg',
  },
];

/** What the applicant thinks of it. */
const feedbackColumns = (m: Messages, a: AdminMessages): Column[] => [
  {
    key: 'rating',
    label: a.list.rating,
    render: (order) => <OrderText text={ratings(order, m)} maxWidth={200} />,
  },
  {
    key: 'feedBack',
    label: m.order.feedBack,
    render: (order) => <OrderText text={order.feedBack} maxWidth={260} />,
  },
];

/** The three ratings, the one of the whole first. */
function ratings(order: Order, m: Messages): string {
  const given = RATING_KEYS.flatMap((key) => {
    const rating = order[key];
    return rating === null || rating === undefined ? [] : [`${m.order[key]} ${m.rating[rating]}`];
  });
  return given.join(' · ') || '-';
}
