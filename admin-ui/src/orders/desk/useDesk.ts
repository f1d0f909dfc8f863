import { type AuditDesk, api, type QueuedOrder } from '@scenedock/ui-kit';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { neighbour, selectedOrder } from './queueOrder';
import { serverTime, useQueue } from './useQueue';

/** How often the queue is looked at, in milliseconds. */
const LOOK_MS = 10_000;

const NOTHING: AuditDesk['items'] = [];

/** What names an order as it was handed in the last time. */
export type OrderAtDesk = Pick<QueuedOrder, 'id' | 'since'>;

/** What one order is read with: one that is handed in anew is read anew, however fresh the one before still is. */
export const orderQuery = ({ id, since }: OrderAtDesk) => ({
  queryKey: ['orders', 'atDesk', id, since],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.orders.get(id, { signal }),
  staleTime: 60_000,
});

/** The queue, and which of its orders is shown: that stands in the address. */
export function useDesk() {
  const [params, setParams] = useSearchParams();
  const query = useQueue({ lookMs: LOOK_MS });
  const items = query.data?.items ?? NOTHING;
  const selected = selectedOrder(items, params.get('order'));
  const select = useCallback(
    (id: string) => setParams({ order: id }, { replace: true }),
    [setParams],
  );
  const move = (by: 1 | -1) => {
    const to = neighbour(items, selected?.id, by);
    if (to) select(to.id);
  };
  return {
    query,
    items,
    selected,
    select,
    move,
    serverTime: (now: number) => serverTime(query, now),
  };
}

export type Desk = ReturnType<typeof useDesk>;
