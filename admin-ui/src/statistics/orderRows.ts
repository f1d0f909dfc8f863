import type { ListFilter } from '../orders/list/listFilter';
import { whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';

/** How orders are handed out, as the server knows it. */
export const METHODS = { online: '0', offline: '2' } as const;

/** Which orders a figure counts: all of the period where nothing is said. */
export interface Figure {
  counted?: 'total' | 'unit' | 'usage' | 'kind' | 'satellite' | 'node' | 'region';
  /** Which unit, usage …; empty where none is filled in. */
  value?: string;
  method?: (typeof METHODS)[keyof typeof METHODS];
}

/** The list of just the orders that a figure counts. */
export function orderRows({ from, to }: Period, figure: Figure = {}): string {
  const { counted = 'total', value, method } = figure;
  const filter: ListFilter = {
    from,
    to,
    counted,
    ...(value ? { value } : {}),
    ...(method ? { getMethod: method } : {}),
  };
  return `/orderManage?filter=${encodeURIComponent(JSON.stringify(filter))}`;
}

/** A number that leads to its orders, where it has some. */
export const linkedCount = (text: string, count: number, period: Period, figure: Figure = {}) => ({
  text,
  to: count > 0 ? orderRows(period, figure) : undefined,
});

interface Counts {
  onlineOrderNum: number;
  offlineOrderNum: number;
}

/** Of a figure those that are downloaded, and those that are copied to a disk. A value of one method alone has no others. */
export function linkedMethods(counts: Counts, period: Period, figure: Figure = {}) {
  const { onlineOrderNum, offlineOrderNum } = counts;
  return [
    linkedCount(whole(onlineOrderNum), onlineOrderNum, period, {
      ...figure,
      method: METHODS.online,
    }),
    linkedCount(whole(offlineOrderNum), offlineOrderNum, period, {
      ...figure,
      method: METHODS.offline,
    }),
  ];
}

/** Where the two parts of a bar lead. */
export const methodRows = (period: Period, figure: Figure = {}) => ({
  online: orderRows(period, { ...figure, method: METHODS.online }),
  offline: orderRows(period, { ...figure, method: METHODS.offline }),
});
