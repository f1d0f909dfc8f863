import { createContext, useContext } from 'react';
import { useLocation } from 'react-router';

/**
 * The path that the router is at, or on its way to: while the code of a page is still loading the one before stays on the
 * screen, and may even only now be drawn for the first time. Undefined where nobody says so.
 */
export const HeadingPath = createContext<() => string | undefined>(() => undefined);

/** Tells, when it is called, whether the person has left this page for another that is still loading. */
export function useHasLeft(): () => boolean {
  const headingPath = useContext(HeadingPath);
  const { pathname } = useLocation();
  return () => {
    const path = headingPath();
    return path !== undefined && path !== pathname;
  };
}
