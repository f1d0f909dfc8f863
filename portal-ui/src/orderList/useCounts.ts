import { useOrderCounts } from '@scenedock/ui-kit';
import { ORDER_LISTS, type OrderListSegment } from '../orderRoutes';

const LISTS = ORDER_LISTS.map(({ segment, statuses }) => ({ name: segment, statuses }));

/** Number of orders of a type (empty: of all) in every list; a list whose number is not known yet is absent. */
export const useCounts = (type: string): Partial<Record<OrderListSegment, number>> =>
  useOrderCounts(LISTS, type);
