import {
  type RouterNavigateFunction,
  type RouterProvider,
  RouterProviderContext,
  useRouterProvider,
} from 'ra-core';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { type Conditions, fromListSearch, toListSearch, type Usual } from './listAddress';

interface PlainAddressProps {
  conditions: Conditions;
  /** What no address needs to say. */
  usual: Usual;
  /** The list; `plain` goes around what stands in it. */
  children: (plain: (inside: ReactNode) => ReactNode) => ReactNode;
}

/**
 * Lets a list of react-admin read and write plain addresses, which people and other pages link to: to the list, and to
 * nothing else, the conditions look as it expects them.
 */
export function PlainAddress({ conditions, usual, children }: PlainAddressProps) {
  const own = useRouterProvider();
  const lists = useMemo(() => listsRouter(own, conditions, usual), [own, conditions, usual]);
  const plain = (inside: ReactNode) => (
    <RouterProviderContext.Provider value={own}>{inside}</RouterProviderContext.Provider>
  );
  return (
    <RouterProviderContext.Provider value={lists}>{children(plain)}</RouterProviderContext.Provider>
  );
}

function listsRouter(own: RouterProvider, conditions: Conditions, usual: Usual): RouterProvider {
  function useLocation() {
    const location = own.useLocation();
    return useMemo(
      () => ({ ...location, search: toListSearch(location.search, conditions, usual) }),
      [location],
    );
  }

  function useNavigate(): RouterNavigateFunction {
    const navigate = own.useNavigate();
    const now = useRef('');
    now.current = own.useLocation().search;
    return useCallback(
      (to, options) => {
        if (typeof to !== 'object' || to.search === undefined) return navigate(to, options);
        const search = fromListSearch(to.search, now.current, conditions, usual);
        if (search === now.current) return;
        // 返回 leads to the page before, not to every letter that was typed.
        navigate({ ...to, search }, { ...options, replace: !turnsPage(now.current, search) });
      },
      [navigate],
    );
  }

  return { ...own, useLocation, useNavigate };
}

const pageOf = (search: string) => new URLSearchParams(search).get('page') ?? '1';

const turnsPage = (before: string, after: string) => pageOf(before) !== pageOf(after);
