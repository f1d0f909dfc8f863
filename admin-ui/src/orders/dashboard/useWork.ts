import { useQuery } from '@tanstack/react-query';

/** How often the figures and the orders behind them are asked again, in milliseconds. */
export const LOOK_MS = 30_000;

/** Orders of which somebody has to know; what is done to an order has them asked for anew. */
export function useWork<T>(name: string, read: (signal: AbortSignal) => Promise<T>) {
  return useQuery({
    queryKey: ['orders', 'work', name],
    queryFn: ({ signal }) => read(signal),
    refetchInterval: LOOK_MS,
  });
}
