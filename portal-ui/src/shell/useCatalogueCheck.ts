import { ApiError, api } from '@scenedock/ui-kit';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { nextPath } from '../session/signInPath';

/** The page of an outage. */
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

/** Where one was on the way to. */
export function pathBefore(params: URLSearchParams): string {
  return nextPath(params.get('from')) ?? '/search';
}

/** Asks for the catalogue at every change of the page, and leads to the page of an outage where it does not answer. */
export function useCatalogueCheck(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = useRef('');
  useEffect(() => {
    here.current = `${pathname}${search}`;
  });
  useEffect(() => {
    if (pathname === ERROR_PATH) return;
    let left = false;
    void catalogueCheck(client).then((answers) => {
      if (answers || left) return;
      navigate(`${ERROR_PATH}?${new URLSearchParams({ from: here.current })}`, { replace: true });
    });
    return () => {
      left = true;
    };
  }, [pathname, client, navigate]);
}
