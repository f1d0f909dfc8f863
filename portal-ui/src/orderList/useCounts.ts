import { api } from '@scenedock/ui-kit';
import { useQueries } from '@tanstack/react-query';
import { ORDER_LISTS, type OrderListSegment } from '../orderRoutes';

/** How often the numbers are asked again, in milliseconds. */
const COUNT_MS = 30_000;

type List = (typeof ORDER_LISTS)[number];

async function count({ statuses }: List, signal: AbortSignal): Promise<number> {
  const status = statuses.length === 0 ? undefined : statuses.join(',');
  return (await api.orders.list({ status, page: 1, pageSize: 1 }, { signal })).total;
}

/** Number of orders in every list; a list whose number is not known yet is absent. */
export function useCounts(): Partial<Record<OrderListSegment, number>> {
  return useQueries({
    queries: ORDER_LISTS.map((list) => ({
      queryKey: ['orders', 'count', list.segment],
      queryFn: ({ signal }: { signal: AbortSignal }) => count(list, signal),
      refetchInterval: COUNT_MS,
      retry: false,
    })),
    combine: (results) =>
      Object.fromEntries(results.map(({ data }, at) => [ORDER_LISTS[at]?.segment, data])),
  });
}
