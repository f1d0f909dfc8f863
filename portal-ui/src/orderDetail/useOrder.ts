import { api, type Order, type OrderProgress } from '@scenedock/ui-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const orderKey = (id: string) => ['order', id];

export function useOrder(id: string) {
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => api.orders.get(id, { signal }),
  });
}

/** States in which the order moves without anybody touching it. */
const MOVING: readonly Order['sstatus'][] = [1, 3];

/**
 * Follows the preparation of an order. Progress goes straight into what is shown; when the state changes everything
 * about the order is read again. Answers whether the stream is open.
 */
export function useProgress(order: Order | undefined): boolean {
  const client = useQueryClient();
  const [live, setLive] = useState(false);
  const id = order !== undefined && MOVING.includes(order.sstatus) ? order.id : null;
  useEffect(() => {
    if (id === null) return;
    const stream = new EventSource(api.orders.streamUrl(id));
    stream.onopen = () => setLive(true);
    stream.onerror = () => setLive(false);
    stream.addEventListener('progress', ({ data }: MessageEvent<string>) => {
      const progress = JSON.parse(data) as OrderProgress;
      const before = client.getQueryData<Order>(orderKey(id));
      client.setQueryData<Order>(orderKey(id), (old) => old && { ...old, ...progress });
      if (before !== undefined && before.sstatus !== progress.sstatus) {
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === id });
      } else if (before?.dataPercent.percentStr !== progress.dataPercent.percentStr) {
        void client.invalidateQueries({ queryKey: ['orderScenes', id] });
      }
    });
    return () => {
      stream.close();
      setLive(false);
    };
  }, [client, id]);
  return live;
}
