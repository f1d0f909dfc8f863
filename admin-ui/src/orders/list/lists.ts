import type { OrderStatus } from '@scenedock/ui-kit';
import type { AdminMessages } from '../../i18n/zh';

/** Names of the lists, used in their address. */
export type ListSlug =
  | 'pending'
  | 'rejected'
  | 'approved'
  | 'packaging'
  | 'prepared'
  | 'overdue'
  | 'completed'
  | 'feedback'
  | 'all';

/** One list of the menu: every state has its own route and its own fixed condition. */
export interface OrderList {
  slug: ListSlug;
  path: string;
  /** Undefined in the list of all orders. */
  status?: OrderStatus;
}

const list = (slug: ListSlug, status?: OrderStatus): OrderList => ({
  slug,
  path: `/lists/${slug}`,
  status,
});

/** In the order of the menu: what waits for an administrator comes first. */
export const ORDER_LISTS: readonly OrderList[] = [
  list('pending', 0),
  list('rejected', 2),
  list('approved', 1),
  list('packaging', 3),
  list('prepared', 6),
  list('overdue', 5),
  list('completed', 7),
  list('feedback', 8),
  list('all'),
];

/** Where the back office opens, and where an audit returns to. */
export const HOME = '/lists/pending';

/** Name of a list in the current language. */
export function listName(slug: ListSlug, messages: AdminMessages): string {
  return messages.list[slug];
}

/** The list that shows orders of this state. */
export function listOf(status: OrderStatus): OrderList {
  const all = ORDER_LISTS.find((one) => one.slug === 'all') as OrderList;
  return ORDER_LISTS.find((one) => one.status === status) ?? all;
}
