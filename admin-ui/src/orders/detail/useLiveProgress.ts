import { type Order, type OrderProgress, outOfDate, useProgressStream } from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

/** Follows the server's stream of one order and asks afresh for what it makes out of date. */
export function useLiveProgress(order: Order) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<OrderProgress>(order);
  // Compared with the last message heard, so that one missed meanwhile is made good by the next.
  const last = useRef<OrderProgress>(order);
  const state = useProgressStream(order.id, (now) => {
    setProgress(now);
    const stale = outOfDate(last.current, now);
    if (stale === 'order') {
      void queries.invalidateQueries({ queryKey: ['orders'] });
    } else if (stale === 'scenes') {
      void queries.invalidateQueries({ queryKey: ['orders', 'scenes', order.id] });
    }
    last.current = now;
  });
  return { progress, connected: state !== 'lost' };
}
