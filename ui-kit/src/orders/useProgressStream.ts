import { useEffect, useRef, useState } from 'react';
import { api } from '../api/endpoints';
import type { OrderProgress } from '../api/types';

/** The browser gives up after a refused connection; a new one is tried after this long, in milliseconds. */
const REOPEN_MS = 5000;

/** `opening`: nothing was heard of the connection yet. */
export type StreamState = 'opening' | 'open' | 'lost';

/** What a message makes out of date: what may be done, the rows of scenes, or nothing but the figures that it brings. */
export type OutOfDate = 'order' | 'scenes' | 'nothing';

/** A change of state or of the failures changes what may be done; a finished scene only its row. */
export function outOfDate(before: OrderProgress, now: OrderProgress): OutOfDate {
  if (before.sstatus !== now.sstatus || before.dataPercent.failed !== now.dataPercent.failed) {
    return 'order';
  }
  const rowsDiffer =
    before.dataPercent.isin !== now.dataPercent.isin ||
    before.dataPercent.percentStr !== now.dataPercent.percentStr;
  return rowsDiffer ? 'scenes' : 'nothing';
}

function parse(text: unknown): OrderProgress | null {
  try {
    return typeof text === 'string' ? (JSON.parse(text) as OrderProgress) : null;
  } catch {
    return null;
  }
}

/** Follows the server's stream of an order, again after it was refused; `null`: of none. */
export function useProgressStream(
  id: string | null,
  heard: (progress: OrderProgress) => void,
): StreamState {
  const [state, setState] = useState<StreamState>('opening');
  const [attempt, setAttempt] = useState(0);
  // The newest function hears, without a new connection for each.
  const listener = useRef(heard);
  useEffect(() => {
    listener.current = heard;
  });

  useEffect(() => {
    if (id === null) {
      setState('opening');
      return;
    }
    const source = new EventSource(api.orders.streamUrl(id));
    let reopen: ReturnType<typeof setTimeout> | undefined;
    source.onopen = () => setState('open');
    source.onerror = () => {
      setState('lost');
      if (source.readyState === EventSource.CLOSED) {
        reopen = setTimeout(() => setAttempt((now) => now + 1), REOPEN_MS);
      }
    };
    source.addEventListener('progress', (event: MessageEvent) => {
      const progress = parse(event.data);
      if (progress) {
        setState('open');
        listener.current(progress);
      }
    });
    return () => {
      clearTimeout(reopen);
      source.close();
    };
  }, [id, attempt]);

  return state;
}
