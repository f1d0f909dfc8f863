import { createContext, useContext } from 'react';
import { type Location, useLocation } from 'react-router';

/**
 * The place that the router is at, or on its way to: while the code of a page is still loading the one before stays on the
 * screen, and may even only now be drawn for the first time; and the screen takes an address over when it has the time.
 * Undefined where nobody says so.
 */
export const HeadingTo = createContext<() => Location | undefined>(() => undefined);

/** Tells, when it is called, whether the person has left this page for another that is still loading. */
export function useHasLeft(): () => boolean {
  const headingTo = useContext(HeadingTo);
  const { pathname } = useLocation();
  return () => {
    const heading = headingTo();
    return heading !== undefined && heading.pathname !== pathname;
  };
}
