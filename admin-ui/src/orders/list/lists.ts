import type { Attention, OrderStatus } from '@scenedock/ui-kit';
import type { AdminMessages } from '../../i18n/zh';
import { orderPath } from '../../parts/orderPath';

/** Names of the lists. */
export type ListSlug =
  | 'draft'
  | 'pending'
  | 'rejected'
  | 'approved'
  | 'prepared'
  | 'overdue'
  | 'completed'
  | 'feedback'
  | 'all';

/** One list of the menu: every state has its own route and its own fixed condition. */
export interface OrderList {
  slug: ListSlug;
  /** The route's name in the orders specification, section 2. */
  path: string;
  /** None in the list of all orders. Approved shows packaging as well, as in the portal. */
  statuses: readonly OrderStatus[];
}

/** In the order of the menu: what waits for an administrator comes first. */
export const ORDER_LISTS: readonly OrderList[] = [
  { slug: 'pending', path: '/orderManage_stayAudit', statuses: [0] },
  { slug: 'rejected', path: '/orderManage_onAudit', statuses: [2] },
  { slug: 'approved', path: '/orderManage_pastAudit', statuses: [1, 3] },
  { slug: 'prepared', path: '/orderManage_dataReadyFinish', statuses: [6] },
  { slug: 'overdue', path: '/orderManage_unusualAudit', statuses: [5] },
  { slug: 'completed', path: '/orderManage_completeAudit', statuses: [7] },
  { slug: 'feedback', path: '/orderManage_feedback', statuses: [8] },
  { slug: 'draft', path: '/orderManage_staySubmit', statuses: [-1] },
  { slug: 'all', path: '/orderManage', statuses: [] },
];

/** What the server is asked for the list's own states; undefined: all of them. */
export function statusOf({ statuses }: OrderList): string | undefined {
  return statuses.length === 0 ? undefined : statuses.join(',');
}

/** What waits for its audit, and where an audit returns to. */
export const HOME = '/orderManage_stayAudit';

/** Where orders are audited one after the other. */
export const AUDIT_DESK = '/audit';

/** The desk with this order open. */
export const deskPath = (id: string) => `${AUDIT_DESK}?order=${encodeURIComponent(id)}`;

const listBy = (slug: ListSlug) => ORDER_LISTS.find((one) => one.slug === slug) as OrderList;

/** The list's address. */
export const listPath = (slug: ListSlug): string => listBy(slug).path;

/** Lists in which orders stand that somebody has to look at. */
const ATTENTION_LISTS: Readonly<Record<Attention, ListSlug>> = {
  failed_scenes: 'approved',
  failed_packaging: 'approved',
  expiring: 'prepared',
};

/** The list of just the orders that somebody has to look at for this. */
export function attentionPath(attention: Attention): string {
  const filter = encodeURIComponent(JSON.stringify({ attention }));
  return `${listPath(ATTENTION_LISTS[attention])}?filter=${filter}`;
}

/** What the server is asked for them. */
export function attentionQuery(attention: Attention) {
  return { ...queryOf(ATTENTION_LISTS[attention]), attention };
}

/** What the server is asked for a list. */
export function queryOf(slug: ListSlug): { status?: string } {
  const status = statusOf(listBy(slug));
  return status === undefined ? {} : { status };
}

/** The sheet that is signed when an offline copy is handed out. */
export const pickupSheetPath = (id: string) => `${orderPath(id)}/pickup`;

/** Name of a list in the current language. */
export function listName(slug: ListSlug, messages: AdminMessages): string {
  return messages.list[slug];
}

/** The list that shows orders of this state. */
export function listOf(status: OrderStatus): OrderList {
  return ORDER_LISTS.find((one) => one.statuses.includes(status)) ?? listBy('all');
}
