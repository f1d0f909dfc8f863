import { api } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

/** What happened to the order. */
export function useEvents(orderId: string) {
  return useQuery({
    queryKey: ['orders', 'events', orderId],
    queryFn: ({ signal }) => api.orders.events(orderId, { signal }),
  });
}
