import { api } from '@scenedock/ui-kit';
import { useQueries } from '@tanstack/react-query';
import { statusOf as httpStatus } from '../../providers/errors';
import { type ListSlug, ORDER_LISTS, type OrderList, statusOf } from './lists';

/** How often the numbers in the menu are asked again, in milliseconds. */
const COUNT_MS = 30_000;

async function count(list: OrderList, signal: AbortSignal): Promise<number> {
  const query = { status: statusOf(list), page: 1, pageSize: 1 };
  return (await api.orders.list(query, { signal })).total;
}

/** Number of orders in every list; a list whose number is not known yet is absent. */
export function useCounts(): Partial<Record<ListSlug, number>> {
  return useQueries({
    queries: ORDER_LISTS.map((list) => ({
      queryKey: ['orders', 'count', list.slug],
      queryFn: ({ signal }: { signal: AbortSignal }) => count(list, signal),
      // Whoever may not list orders (an operator) is not refused again and again.
      refetchInterval: (query: { state: { error: unknown } }) =>
        httpStatus(query.state.error) === 403 ? false : COUNT_MS,
    })),
    combine: (results) =>
      Object.fromEntries(results.map((result, at) => [ORDER_LISTS[at]?.slug, result.data])),
  });
}
