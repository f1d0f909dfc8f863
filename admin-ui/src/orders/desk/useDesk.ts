import { type AuditDesk, api } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { neighbour, selectedOrder, undoable } from './queueOrder';

export const DESK_KEY = ['auditDesk'] as const;

/** How often the queue is looked at, in milliseconds; oftener while a decision of one's own can be taken back. */
const LOOK_MS = 10_000;
const DECIDING_MS = 2000;

const NOTHING: AuditDesk['items'] = [];

/** What one order is read with. */
export const orderQuery = (id: string) => ({
  queryKey: ['orders', 'atDesk', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.orders.get(id, { signal }),
  staleTime: 60_000,
});

/** The queue, and which of its orders is shown: that stands in the address. */
export function useDesk() {
  const [params, setParams] = useSearchParams();
  const query = useQuery({
    queryKey: DESK_KEY,
    queryFn: ({ signal }) => api.auditDesk.get({ signal }),
    refetchInterval: ({ state }) =>
      undoable(state.data?.items ?? NOTHING).length > 0 ? DECIDING_MS : LOOK_MS,
  });
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
  /** The server's clock, as far as this one knows it. */
  const serverTime = (now: number) =>
    query.data === undefined ? now : Date.parse(query.data.now) + now - query.dataUpdatedAt;
  return { query, items, selected, select, move, serverTime };
}

export type Desk = ReturnType<typeof useDesk>;
