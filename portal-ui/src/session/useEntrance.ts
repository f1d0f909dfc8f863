import { useCallback, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  type EntranceName,
  entranceOf,
  isUntouched,
  OPENED,
  wishOf,
  withEntrance,
  withoutEntrance,
} from './signInPath';

/** The sign-in and registration dialog over this page, as the address has it. */
export function useEntrance() {
  const navigate = useNavigate();
  const { pathname, search, state, key } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const isOwnStep = (state as Partial<typeof OPENED> | null)?.entrance === true;
  const open = useCallback(
    (name: EntranceName) =>
      navigate({ pathname, search: withEntrance(search, name) }, { state: OPENED }),
    [navigate, pathname, search],
  );
  const switchTo = useCallback(
    (name: EntranceName) =>
      navigate({ pathname, search: withEntrance(search, name) }, { state, replace: true }),
    [navigate, pathname, search, state],
  );
  /** The step that is being taken back: pressing twice must not take back the one before as well. */
  const leaving = useRef<string | null>(null);
  const close = useCallback(() => {
    if (!isOwnStep) {
      navigate({ pathname, search: withoutEntrance(search) }, { replace: true });
    } else if (leaving.current !== key) {
      leaving.current = key;
      navigate(-1);
    }
  }, [navigate, isOwnStep, key, pathname, search]);
  return {
    name: entranceOf(params),
    wish: wishOf(params),
    isUntouched: isUntouched(search),
    open,
    switchTo,
    close,
  };
}

/** A link that opens the sign-in over this page. */
export function useSignInLink() {
  const { pathname, search } = useLocation();
  return { to: { pathname, search: withEntrance(search, 'signIn') }, state: OPENED };
}
