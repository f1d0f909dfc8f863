import { api, type Order, outOfDate, useProgressStream } from '@scenedock/ui-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const orderKey = (id: string) => ['order', id];

export function useOrder(id: string) {
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => api.orders.get(id, { signal }),
  });
}

/** States that somebody else or the system ends: an audit, the preparation, the completion. */
const MOVING: readonly Order['sstatus'][] = [0, 1, 3, 6];

function subscribeVisible(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether the tab is in front: a browser opens only a few streams to one host, and tabs behind need none. */
function useVisible(): boolean {
  return useSyncExternalStore(subscribeVisible, () => document.visibilityState === 'visible');
}

/**
 * Follows an order while others work on it. Progress goes straight into what is shown; when what may be done changes, everything
 * about the order is read again. Answers whether the stream is open.
 */
export function useProgress(order: Order | undefined): boolean {
  const client = useQueryClient();
  const visible = useVisible();
  const moving = order !== undefined && visible && MOVING.includes(order.sstatus);
  const id = moving ? order.id : null;
  const state = useProgressStream(id, (progress) => {
    if (id === null) return;
    const before = client.getQueryData<Order>(orderKey(id));
    client.setQueryData<Order>(orderKey(id), (old) => old && { ...old, ...progress });
    if (before === undefined) return;
    const stale = outOfDate(before, progress);
    if (stale === 'order') {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === id });
    } else if (stale === 'scenes') {
      void client.invalidateQueries({ queryKey: ['orderScenes', id] });
    }
  });
  return state === 'open';
}
