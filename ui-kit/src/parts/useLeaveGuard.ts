import { useCallback, useEffect, useRef } from 'react';
import { type Location, useBlocker } from 'react-router';

/** Whether going from one address to another leaves what is being written. */
export type Leaves = (from: Location, to: Location) => boolean;

const byPathname: Leaves = (from, to) => from.pathname !== to.pathname;

/** For screens whose address says in these parameters what is being written. */
export const byParameters =
  (...names: readonly string[]): Leaves =>
  (from, to) => {
    const [before, after] = [from, to].map(({ search }) => new URLSearchParams(search));
    return byPathname(from, to) || names.some((name) => before?.get(name) !== after?.get(name));
  };

/**
 * Holds whoever leaves the page while something is unsaved. Closing the tab is asked about by the browser itself;
 * leaving within the app waits until `stay` or `leave` is called. Nobody is held any longer once `release` was.
 */
export function useLeaveGuard(unsaved: boolean, leaves: Leaves = byPathname) {
  const released = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !released.current && leaves(currentLocation, nextLocation),
  );
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
  return {
    leaving: blocker.state === 'blocked',
    stay: useCallback(() => blocker.reset?.(), [blocker]),
    leave: useCallback(() => blocker.proceed?.(), [blocker]),
    release: useCallback(() => {
      released.current = true;
    }, []),
  };
}
