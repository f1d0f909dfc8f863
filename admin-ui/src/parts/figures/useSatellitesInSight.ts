import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Added to the address of a page, it leads to where its figures by satellite stand. */
export const BY_SATELLITE = { by: 'satellite' } as const;

const isBySatellite = (search: string) => new URLSearchParams(search).get('by') === BY_SATELLITE.by;

/** Where the figures by satellite stand: the number of satellites leads there, and whoever uses the keyboard goes on from there. */
export function useSatellitesInSight() {
  const { key, search } = useLocation();
  const section = useRef<HTMLDivElement>(null);
  const before = useRef('');
  // By the key: whoever follows the link once more is led there once more.
  useEffect(() => {
    // Other conditions are no reason to leave the field in which they were chosen.
    const isFollowed = !isBySatellite(before.current) || before.current === search;
    before.current = search;
    if (isBySatellite(search) && isFollowed) section.current?.focus();
  }, [key, search]);
  return section;
}
