import type { SortPayload } from 'ra-core';
import { createContext } from 'react';

/**
 * What a list may be ordered by, in the server's words; a `-` in front: the last first. The first is how it comes where nobody
 * says. A head turns to the direction that is named here, and then to the other.
 */
export type Orders = readonly [string, ...string[]];

/** What the list around may be ordered by. */
export const ListOrders = createContext<readonly string[]>([]);

/** The order in react-admin's words. */
export function sortOf(word: string): SortPayload {
  return word.startsWith('-')
    ? { field: word.slice(1), order: 'DESC' }
    : { field: word, order: 'ASC' };
}

/** The order in the server's words; none where the list is not ordered by anything that is named. */
export function wordOf(sort: Partial<SortPayload> | undefined): string | undefined {
  if (sort?.field === undefined || sort.field === '' || sort.field === 'id') return undefined;
  return sort.order === 'DESC' ? `-${sort.field}` : sort.field;
}

/** Whether the list may be ordered so, in either direction. */
export function isOffered(word: string, orders: readonly string[]): boolean {
  return orders.some((one) => sortOf(one).field === sortOf(word).field);
}
