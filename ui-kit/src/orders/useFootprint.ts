import { useQuery } from '@tanstack/react-query';
import { api } from '../api/endpoints';
import type { OrderAsRead } from '../api/types';

/** What the server answers when no scene of the order has a footprint. */
const NOTHING = 'GEOMETRYCOLLECTION EMPTY';

/** The combined footprint of an order as WKT, null when there is none. One that is handed in anew may hold other scenes. */
export function useFootprint({ id, submittedAt }: OrderAsRead) {
  return useQuery({
    queryKey: ['orders', 'footprint', id, submittedAt],
    queryFn: ({ signal }) => api.orders.footprint(id, { signal }),
    select: ({ wkt }) => (wkt && wkt !== NOTHING ? wkt : null),
    staleTime: 300_000,
  });
}
