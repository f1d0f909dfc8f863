import { api } from '@scenedock/ui-kit';
import { useQueries } from '@tanstack/react-query';
import { ORDER_LISTS, type OrderListSegment } from '../orderRoutes';

/** How often the numbers are asked again, in milliseconds. */
const COUNT_MS = 30_000;

type List = (typeof ORDER_LISTS)[number];

async function count({ statuses }: List, type: string, signal: AbortSignal): Promise<number> {
  const status = statuses.length === 0 ? undefined : statuses.join(',');
  return (await api.orders.list({ status, type, page: 1, pageSize: 1 }, { signal })).total;
}

/** Number of orders of a type (empty: of all) in every list; a list whose number is not known yet is absent. */
export function useCounts(type: string): Partial<Record<OrderListSegment, number>> {
  return useQueries({
    queries: ORDER_LISTS.map((list) => ({
      queryKey: ['orders', 'count', list.segment, type],
      queryFn: ({ signal }: { signal: AbortSignal }) => count(list, type, signal),
      refetchInterval: COUNT_MS,
      retry: false,
    })),
    combine: (results) =>
      Object.fromEntries(results.map(({ data }, at) => [ORDER_LISTS[at]?.segment, data])),
  });
}
