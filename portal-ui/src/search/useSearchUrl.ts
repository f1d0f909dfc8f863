import { useCallback, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { decodeSearch, encodeSearch, type SearchState } from './searchState';

export type Change = Partial<SearchState>;

/**
 * The search as the address has it. A search or an opened scene is a step that Back undoes; moving the map is not
 * (`replace`).
 */
export function useSearchUrl() {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => decodeSearch(params), [params]);
  const latest = useRef(state);
  latest.current = state;
  const change = useCallback(
    (part: Change, options: { replace?: boolean } = {}) => {
      const next = { ...latest.current, ...part };
      latest.current = next;
      setParams(encodeSearch(next), { replace: options.replace ?? false });
    },
    [setParams],
  );
  return { state, change };
}
