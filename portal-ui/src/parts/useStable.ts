import { useCallback, useRef } from 'react';

/** A function that stays the same over all renders and does what the last one says: rows that get it need not be drawn anew. */
export function useStable<A extends unknown[]>(deed: (...args: A) => void): (...args: A) => void {
  const latest = useRef(deed);
  latest.current = deed;
  return useCallback((...args: A) => latest.current(...args), []);
}
