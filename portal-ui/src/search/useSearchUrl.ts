import { useCallback, useContext, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { HeadingTo, useHasLeft } from '../shell/headingTo';
import { changedState, decodeSearch, encodeSearch, type SearchState } from './searchState';

export type Change = Partial<SearchState>;

/**
 * The search as the address has it. A search or an opened scene is a step that Back undoes; moving the map is not
 * (`replace`). What others keep in the address stays in it, and what they keep beside it where the step stays the same:
 * who is on the way to the identity provider is not held back by a map that comes to rest.
 *
 * The router takes an address over when it has the time. A change that is made meanwhile builds on the one that is under
 * way, not on what the screen still shows, or the first would be lost.
 *
 * A page whose code is still loading leaves this one on the screen for a while: a map that comes to rest then must not call
 * the person back.
 */
export function useSearchUrl() {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => decodeSearch(params), [params]);
  const latest = useRef({ state, params });
  const underWay = useRef<string[]>([]);
  const headingTo = useContext(HeadingTo);
  const hasLeft = useRef<() => boolean>(() => false);
  const asks = useHasLeft();
  useLayoutEffect(() => {
    hasLeft.current = asks;
  });
  useLayoutEffect(() => {
    const arrived = underWay.current.indexOf(params.toString());
    // Addresses before it were overtaken; one that is not ours (Back, a link) ends them all.
    underWay.current = arrived < 0 ? [] : underWay.current.slice(arrived + 1);
    if (underWay.current.length === 0) latest.current = { state, params };
  }, [state, params]);
  const change = useCallback(
    (part: Change, options: { replace?: boolean } = {}) => {
      if (options.replace && hasLeft.current()) return;
      const next = changedState(latest.current.state, part);
      const heading = headingTo();
      // What others wrote may not have come to the screen yet: a dialog that was opened a moment ago.
      const others = heading ? new URLSearchParams(heading.search) : latest.current.params;
      const address = encodeSearch(next, others);
      latest.current = { state: next, params: address };
      underWay.current.push(address.toString());
      const replace = options.replace ?? false;
      setParams(address, replace ? { replace, state: heading?.state } : {});
    },
    [setParams, headingTo],
  );
  return { state, change };
}
