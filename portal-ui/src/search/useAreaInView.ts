import { useCallback, useEffect, useState } from 'react';
import type { AreaChoice } from '../area/areaChoice';

const keyOf = (area: AreaChoice | null) => (area === null ? null : JSON.stringify(area));

/** A searched area, and its shape once that is known. */
type Searched = { choice: AreaChoice | null; wkt: string | null };

/**
 * Takes the map to the searched area of a link that says no view of its own, and of every search that is called back; an
 * area that is drawn is in view already.
 */
export function useAreaInView(
  { choice, wkt }: Searched,
  hasView: boolean,
  locate: (wkt: string) => void,
): (area: AreaChoice | null) => void {
  const [pendingKey, setPendingKey] = useState(() => (hasView ? null : keyOf(choice)));
  const key = keyOf(choice);
  useEffect(() => {
    // The address changes after the wish: until then the shape is that of the search before.
    if (pendingKey === null || pendingKey !== key || wkt === null) return;
    setPendingKey(null);
    locate(wkt);
  }, [pendingKey, key, wkt, locate]);
  return useCallback((area) => setPendingKey(keyOf(area)), []);
}
