import type { Messages, OrderStatus } from '@scenedock/ui-kit';

/**
 * The order lists. `name` is the last segment of the path and selects the list; approved shows packaging as well, which
 * has no list of its own.
 */
export const ORDER_LISTS = [
  { segment: 'all', name: 'orderManage', statuses: [] },
  { segment: 'staySubmit', name: 'orderManage_staySubmit', statuses: [-1] },
  { segment: 'stayAudit', name: 'orderManage_stayAudit', statuses: [0] },
  { segment: 'onAudit', name: 'orderManage_onAudit', statuses: [2] },
  { segment: 'pastAudit', name: 'orderManage_pastAudit', statuses: [1, 3] },
  { segment: 'dataReadyFinish', name: 'orderManage_dataReadyFinish', statuses: [6] },
  { segment: 'completeAudit', name: 'orderManage_completeAudit', statuses: [7] },
  { segment: 'unusualAudit', name: 'orderManage_unusualAudit', statuses: [5] },
  { segment: 'feedback', name: 'orderManage_feedback', statuses: [8] },
] as const satisfies readonly {
  segment: string;
  name: string;
  statuses: readonly OrderStatus[];
}[];

export type OrderListSegment = (typeof ORDER_LISTS)[number]['segment'];

/** The list that the last segment of a path selects, by its route name or by the short form of it. */
export function orderListOf(last: string | undefined): OrderListSegment | null {
  return (
    ORDER_LISTS.find(({ segment, name }) => last === name || last === segment)?.segment ?? null
  );
}

/** Ending of the route names that list reprocessing orders (type 2) only. */
const REPROCESSING = '_rep';

/** Where a route name of reprocessing orders leads: the list of the same states, filtered by type; null for other names. */
export function reprocessingListPath(name: string | undefined): string | null {
  const plain =
    name === 'repOrderManage'
      ? 'orderManage'
      : name?.endsWith(REPROCESSING)
        ? name.slice(0, -REPROCESSING.length)
        : undefined;
  const segment = orderListOf(plain);
  return segment === null ? null : `${orderListPath(segment)}?type=2`;
}

/** The list that shows orders in this state. */
export function listOfStatus(status: OrderStatus): OrderListSegment {
  const holds = ({ statuses }: { statuses: readonly OrderStatus[] }) => statuses.includes(status);
  return ORDER_LISTS.find(holds)?.segment ?? 'all';
}

export function orderListTitle(segment: OrderListSegment, m: Messages): string {
  const first = ORDER_LISTS.find((list) => list.segment === segment)?.statuses[0];
  return first === undefined ? m.common.all : m.orderStatus[first];
}

/** Where the pages of a signed-in person lie. */
const PERSON = '/manage/person';

export function orderListPath(segment: OrderListSegment): string {
  const list = ORDER_LISTS.find((one) => one.segment === segment);
  return `${PERSON}/${list?.name ?? 'orderManage'}`;
}

/** Whether a path is one of the order pages, for the menu. */
export function isOrderPath(pathname: string): boolean {
  return /^\/(manage\/person\/)?orderManage(_|\/|$)/.test(pathname) || /^\/order\//.test(pathname);
}

export const orderPath = (id: string) => `/orderManage/details/${encodeURIComponent(id)}`;

export const orderEditPath = (id: string) => `/order/edit/${encodeURIComponent(id)}`;

export const pickupSheetPath = (id: string) => `${orderPath(id)}/pickup`;
