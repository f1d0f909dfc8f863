import { useQuery } from '@tanstack/react-query';
import { api } from '../api/endpoints';

/** What the server answers when no scene of the order has a footprint. */
const NOTHING = 'GEOMETRYCOLLECTION EMPTY';

/** The combined footprint of an order as WKT, null when there is none. The server keeps it for minutes, and so does this. */
export function useFootprint(orderId: string) {
  return useQuery({
    queryKey: ['orders', 'footprint', orderId],
    queryFn: ({ signal }) => api.orders.footprint(orderId, { signal }),
    select: ({ wkt }) => (wkt && wkt !== NOTHING ? wkt : null),
    staleTime: 300_000,
  });
}
