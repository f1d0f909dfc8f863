import type { QueuedOrder } from '@scenedock/ui-kit';
import { useState } from 'react';
import { isOpen } from './queueOrder';

/** The orders that are ticked; only those that can be decided about count. */
export function useTicks(items: readonly QueuedOrder[]) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const ticked = items.filter((one) => isOpen(one) && marked.has(one.id)).map(({ id }) => id);
  const toggle = (id: string) =>
    setMarked((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return { ticked, toggle, clear: () => setMarked(new Set()) };
}
