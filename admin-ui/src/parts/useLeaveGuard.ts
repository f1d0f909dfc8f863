import { useEffect } from 'react';
import { type Location, useBlocker } from 'react-router-dom';

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
 * leaving within the back office waits until `stay` or `leave` is called.
 */
export function useLeaveGuard(unsaved: boolean, leaves: Leaves = byPathname) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && leaves(currentLocation, nextLocation),
  );
  useEffect(() => {
    if (!unsaved) {
      return;
    }
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
  return {
    leaving: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
