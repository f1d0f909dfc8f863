import { useEffect } from 'react';
import { conditionCount, keptQuery, type SearchState } from '../searchState';
import { useAreaName } from '../useSearchNames';
import { rememberSearch } from './recentStore';

/** A search that is left again sooner was a step on the way to another one. */
const SETTLED_MS = 1500;

/** Remembers every search with conditions that was answered and looked at. */
export function useRemember(state: SearchState, answered: boolean): void {
  const area = useAreaName(state.area);
  const query = keptQuery(state);
  const worth = answered && conditionCount(state) > 0 && (state.area === null || area !== null);
  useEffect(() => {
    if (!worth) return;
    const timer = setTimeout(() => rememberSearch({ query, area }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [worth, query, area]);
}
