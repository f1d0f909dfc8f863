import { ApiError, api } from '@scenedock/ui-kit';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { nextPath } from '../session/signInPath';

const ERROR_PATH = '/error';

/** Whether the catalogue answers. The browser keeps the answer by its ETag: being asked again costs little. */
export async function catalogueCheck(client: QueryClient): Promise<boolean> {
  try {
    await client.fetchQuery({
      queryKey: ['tree'],
      queryFn: () => api.scenes.tree(),
      staleTime: 0,
    });
    return true;
  } catch (error) {
    // A refusal is an answer, and what was given up says nothing.
    return !(error instanceof ApiError) || (error.status !== 0 && error.status < 500);
  }
}

/** The page of an outage; `from`: the page that one was on the way to. */
export function errorPath(from: string): string {
  return `${ERROR_PATH}?${new URLSearchParams({ from })}`;
}

/** Where one was on the way to. */
export function pathBefore(params: URLSearchParams): string {
  return nextPath(params.get('from')) ?? '/search';
}

/** Asks for the catalogue at every navigation, and leads to the page of an outage where it does not answer. */
export function useCatalogueCheck(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search, key } = useLocation();
  const type = useNavigationType();
  const here = useRef({ path: '', address: '' });
  const round = useRef(0);
  useEffect(() => {
    // An address that is rewritten in its place, as by each move of the map, is no navigation.
    const isRewritten = type === 'REPLACE' && pathname === here.current.path;
    here.current = { path: pathname, address: `${pathname}${search}` };
    if (isRewritten) return;
    round.current += 1;
    if (pathname === ERROR_PATH) return;
    const own = round.current;
    void catalogueCheck(client).then((answers) => {
      if (answers || own !== round.current) return;
      navigate(errorPath(here.current.address), { replace: true });
    });
  }, [key, client, navigate]);
  useEffect(
    () => () => {
      round.current += 1;
    },
    [],
  );
}
