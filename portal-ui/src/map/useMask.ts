import { useEffect } from 'react';
import type { Shared } from './createMap';

/** Dims the map outside the areas of the mask of the system configuration; one that does not come dims nothing. */
export function useMask({ mask }: Shared, url: string | null): void {
  useEffect(() => {
    if (url === null) return;
    const stop = new AbortController();
    import('./mask')
      .then(({ loadMask }) => loadMask(url, mask, stop.signal))
      // The browser says itself which file did not come.
      .catch(() => {});
    return () => {
      stop.abort();
      mask.clear();
    };
  }, [mask, url]);
}
