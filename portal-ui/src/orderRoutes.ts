import type { Messages, OrderStatus } from '@scenedock/ui-kit';

/** The order lists by the last segment of their path; approved shows packaging as well, which has no list of its own. */
export const ORDER_LISTS = [
  { segment: 'all', statuses: [] },
  { segment: 'staySubmit', statuses: [-1] },
  { segment: 'stayAudit', statuses: [0] },
  { segment: 'onAudit', statuses: [2] },
  { segment: 'pastAudit', statuses: [1, 3] },
  { segment: 'dataReadyFinish', statuses: [6] },
  { segment: 'completeAudit', statuses: [7] },
  { segment: 'unusualAudit', statuses: [5] },
  { segment: 'feedback', statuses: [8] },
] as const satisfies readonly { segment: string; statuses: readonly OrderStatus[] }[];

export type OrderListSegment = (typeof ORDER_LISTS)[number]['segment'];

export function isOrderList(segment: string | undefined): segment is OrderListSegment {
  return ORDER_LISTS.some((list) => list.segment === segment);
}

export function orderListTitle(segment: OrderListSegment, m: Messages): string {
  const first = ORDER_LISTS.find((list) => list.segment === segment)?.statuses[0];
  return first === undefined ? m.common.all : m.orderStatus[first];
}

export const orderPath = (id: string) => `/orderManage/details/${encodeURIComponent(id)}`;

export const orderEditPath = (id: string) => `/order/edit/${encodeURIComponent(id)}`;
