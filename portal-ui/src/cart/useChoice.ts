import { useState } from 'react';

/**
 * Which scenes are chosen. Those that are left out are kept rather than those that are taken: what comes into the cart
 * is chosen until somebody says no.
 */
export function useChoice() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const toggle = (ids: readonly string[], on: boolean) =>
    setLeft((old) => {
      const next = new Set(old);
      for (const id of ids) {
        if (on) next.delete(id);
        else next.add(id);
      }
      return next;
    });
  return {
    left,
    toggle,
    all: () => setLeft(new Set()),
    leave: (ids: string[]) => setLeft(new Set(ids)),
  };
}
