import { useOrderCounts } from '@scenedock/ui-kit';
import { type ListSlug, ORDER_LISTS } from './lists';

const LISTS = ORDER_LISTS.map(({ slug, statuses }) => ({ name: slug, statuses }));

/** Number of orders in every list; a list whose number is not known yet is absent. */
export const useCounts = (): Partial<Record<ListSlug, number>> => useOrderCounts(LISTS);
