import { api, type Order, type OrderProgress } from '@scenedock/ui-kit';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

/** The browser gives up after a refused connection; a new one is tried after this long, in milliseconds. */
const REOPEN_MS = 5000;

function parse(text: unknown): OrderProgress | null {
  try {
    return typeof text === 'string' ? (JSON.parse(text) as OrderProgress) : null;
  } catch {
    return null;
  }
}

/** A change of state or of the failures changes what may be done; a finished scene only its row. */
function refresh(queries: QueryClient, id: string, before: OrderProgress, now: OrderProgress) {
  const actionsMayChange =
    before.sstatus !== now.sstatus || before.dataPercent.failed !== now.dataPercent.failed;
  if (actionsMayChange) {
    void queries.invalidateQueries({ queryKey: ['orders'] });
  } else if (before.dataPercent.isin !== now.dataPercent.isin) {
    void queries.invalidateQueries({ queryKey: ['orders', 'scenes', id] });
  }
}

/** Follows the server's stream of one order and asks afresh for what it makes out of date. */
export function useLiveProgress(order: Order) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<OrderProgress>(order);
  const [connected, setConnected] = useState(true);
  const [attempt, setAttempt] = useState(0);
  // Compared with the last message heard, so that one missed meanwhile is made good by the next.
  const last = useRef<OrderProgress>(order);
  const { id } = order;

  useEffect(() => {
    const source = new EventSource(api.orders.streamUrl(id));
    let reopen: ReturnType<typeof setTimeout> | undefined;
    source.onopen = () => setConnected(true);
    source.onerror = () => {
      setConnected(false);
      if (source.readyState === EventSource.CLOSED) {
        reopen = setTimeout(() => setAttempt((now) => now + 1), REOPEN_MS);
      }
    };
    source.addEventListener('progress', (event: MessageEvent) => {
      const now = parse(event.data);
      if (now) {
        setConnected(true);
        setProgress(now);
        refresh(queries, id, last.current, now);
        last.current = now;
      }
    });
    return () => {
      clearTimeout(reopen);
      source.close();
    };
  }, [id, attempt, queries]);

  return { progress, connected };
}
