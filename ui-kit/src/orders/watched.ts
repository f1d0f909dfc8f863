import { ApiError } from '../api/client';
import type { Order } from '../api/types';

/**
 * Whether somebody only watches over an order. It comes without its papers then, and neither they nor what was prepared may be
 * asked for, whatever the person may do with other orders. Rows of lists do not tell.
 */
export function isOnlyWatched({ attachments }: Pick<Order, 'attachments'>): boolean {
  return attachments === undefined;
}

/** What stands in place of the papers for whoever only watches. */
export const AUDITORS_ONLY = new ApiError(403, 'forbidden', '', [], ['/order/audit']);
