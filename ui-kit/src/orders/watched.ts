import { holds } from '../account/permissions';
import { ApiError } from '../api/client';
import type { Me, Order } from '../api/types';

/**
 * Whether somebody only watches over an order. It comes without its papers then, and neither they nor what was prepared may be
 * asked for, whatever the person may do with other orders. Rows of lists come without papers for everybody: `standingOf` tells of them.
 */
export function isOnlyWatched({ attachments }: Pick<Order, 'attachments'>): boolean {
  return attachments === undefined;
}

/**
 * What a person is to the order of a row, as the server decides it: nobody audits an order of one's own, which is the owner's only for
 * who may have some.
 */
export function standingOf(
  me: Pick<Me, 'authorities' | 'loginName'> | null | undefined,
  { loginUser }: Pick<Order, 'loginUser'>,
): 'owner' | 'auditor' | 'watcher' {
  if (me?.loginName === loginUser) return holds(me, '/order/mine') ? 'owner' : 'watcher';
  return holds(me, '/order/audit') ? 'auditor' : 'watcher';
}

/** What stands in place of the papers for whoever only watches. */
export const AUDITORS_ONLY = new ApiError(403, 'forbidden', '', [], ['/order/audit']);
