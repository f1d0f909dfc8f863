import type { OrderFilter } from '@scenedock/ui-kit';

/** The list of all orders with a condition: the rows behind a number. */
export function orderRows(filter: OrderFilter): string {
  return `/orderManage?filter=${encodeURIComponent(JSON.stringify(filter))}`;
}
