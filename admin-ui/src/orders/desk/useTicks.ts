import type { QueuedOrder } from '@scenedock/ui-kit';
import { useState } from 'react';
import { isOpen } from './queueOrder';
import type { OrderAtDesk } from './useDesk';

/**
 * The orders that are ticked; only those that can be decided about count, and only as they were ticked: one that is handed in
 * anew has to be ticked again.
 */
export function useTicks(items: readonly QueuedOrder[]) {
  const [marked, setMarked] = useState<ReadonlyMap<string, string>>(new Map());
  const ticked = items.filter((one) => isOpen(one) && marked.get(one.id) === one.since);
  const toggle = ({ id, since }: OrderAtDesk) =>
    setMarked((now) => {
      const next = new Map(now);
      if (now.get(id) === since) next.delete(id);
      else next.set(id, since);
      return next;
    });
  return { ticked, toggle, clear: () => setMarked(new Map()) };
}
