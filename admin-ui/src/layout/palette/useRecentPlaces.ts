import { useSettled } from '@scenedock/ui-kit';
import { useStore } from 'ra-core';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useMe } from '../../providers/useMe';
import { PAGE_TITLE } from '../DocumentTitle';
import { type RecentPlace, withPlace } from './paletteEntries';

const NONE: RecentPlace[] = [];
/** Milliseconds after which somebody is at a place, and its title stands. */
const STAY = 1000;

/** Where the person was, the last first; forgotten when they sign out. */
export function useRecentPlaces() {
  const key = `recentPlaces.${useMe()?.id ?? ''}`;
  return useStore<RecentPlace[]>(key, NONE);
}

/** Keeps where the person goes. */
export function useKeptPlaces() {
  const [places, setPlaces] = useRecentPlaces();
  const { pathname } = useLocation();
  const settled = useSettled(pathname, STAY);
  const isHere = settled === pathname;
  const isKept = places[0]?.path === settled;
  useEffect(() => {
    if (!isHere || isKept) return;
    const name = document.getElementById(PAGE_TITLE)?.textContent?.trim() ?? '';
    if (name !== '') setPlaces((now) => withPlace(now, { path: settled, name }));
  }, [isHere, isKept, settled, setPlaces]);
}
