import { useCallback, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { changedState, decodeSearch, encodeSearch, type SearchState } from './searchState';

export type Change = Partial<SearchState>;

/**
 * The search as the address has it. A search or an opened scene is a step that Back undoes; moving the map is not
 * (`replace`). What others keep in the address stays in it.
 */
export function useSearchUrl() {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => decodeSearch(params), [params]);
  const latest = useRef({ state, params });
  latest.current = { state, params };
  const change = useCallback(
    (part: Change, options: { replace?: boolean } = {}) => {
      const next = changedState(latest.current.state, part);
      const address = encodeSearch(next, latest.current.params);
      latest.current = { state: next, params: address };
      setParams(address, { replace: options.replace ?? false });
    },
    [setParams],
  );
  return { state, change };
}
