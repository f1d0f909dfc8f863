import type { ListFilter } from '../orders/list/listFilter';
import { whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import type { RoundedFigure } from '../parts/figures/savedFigures';
import { useMay } from '../providers/useMe';

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
function orderRows({ from, to }: Period, figure: Figure = {}): string {
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

interface Counts {
  onlineOrderNum: number;
  offlineOrderNum: number;
}

/** Where figures lead, for whoever may list all orders: others would find other orders there than are counted, or none. */
export function useOrderRows() {
  const seesOrders = useMay('/order/all');
  const rowsOf = (period: Period, figure: Figure = {}) =>
    seesOrders ? orderRows(period, figure) : undefined;

  /** A number that leads to its orders, where it has some. */
  const linkedCount = (text: string, count: number, period: Period, figure: Figure = {}) => ({
    text,
    to: count > 0 ? rowsOf(period, figure) : undefined,
  });

  /** The volume of so many orders, which leads to them. */
  const linkedVolume = (
    size: RoundedFigure,
    count: number,
    period: Period,
    figure: Figure = {},
  ) => ({ ...size, ...linkedCount(size.text, count, period, figure) });

  /** A figure split into orders delivered online and offline. A row that is one method already has no split. */
  const linkedMethods = (counts: Counts, period: Period, figure: Figure = {}) => {
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
  };

  /** Where the two parts of a bar lead. */
  const methodRows = (period: Period, figure: Figure = {}) =>
    seesOrders
      ? {
          online: orderRows(period, { ...figure, method: METHODS.online }),
          offline: orderRows(period, { ...figure, method: METHODS.offline }),
        }
      : undefined;

  return { rowsOf, linkedCount, linkedVolume, linkedMethods, methodRows };
}
