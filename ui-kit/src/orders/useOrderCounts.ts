import { useQueries } from '@tanstack/react-query';
import { ApiError } from '../api/client';
import { api } from '../api/endpoints';

/** How often the numbers are asked again, in milliseconds. */
const COUNT_MS = 30_000;

/** A list of orders by its name; `statuses` empty: of all. */
type CountedList = { name: string; statuses: readonly number[] };

async function count({ statuses }: CountedList, type: string, signal: AbortSignal) {
  const status = statuses.length === 0 ? undefined : statuses.join(',');
  return (await api.orders.list({ status, type, page: 1, pageSize: 1 }, { signal })).total;
}

/** Number of orders of a type (empty: of all) by the name of each list; one whose number is not known yet is absent. */
export function useOrderCounts(
  lists: readonly CountedList[],
  type = '',
): Readonly<Record<string, number | undefined>> {
  return useQueries({
    queries: lists.map((list) => ({
      queryKey: ['orders', 'count', list.name, type],
      queryFn: ({ signal }: { signal: AbortSignal }) => count(list, type, signal),
      // Whoever may not list orders (an operator) is not refused again and again.
      refetchInterval: ({ state }: { state: { error: unknown } }) =>
        state.error instanceof ApiError && state.error.status === 403 ? false : COUNT_MS,
      retry: false,
    })),
    combine: (results) =>
      Object.fromEntries(results.map(({ data }, at) => [lists[at]?.name, data])),
  });
}
