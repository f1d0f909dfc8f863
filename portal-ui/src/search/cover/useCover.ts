import {
  api,
  type CatalogueSearch,
  type Cover,
  catalogue,
  errorText,
  type Scene,
  useMessages,
} from '@scenedock/ui-kit';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNotice } from '../../parts/notice';

/** More scenes than these are neither listed nor drawn one by one. */
export const MAX_LISTED = 200;

const NONE: Scene[] = [];

/**
 * The fewest bytes that cover the searched area, asked for while `on`. Where there is no such cover, says so and leaves.
 * To be `on` only when the search itself was answered: what is wrong with that stands in its list already.
 */
export function useCover(body: CatalogueSearch, on: boolean, leave: () => void) {
  const m = useMessages();
  const notice = useNotice();
  const { data, error, isFetching } = useQuery({
    queryKey: ['cover', body],
    queryFn: ({ signal }) => catalogue.cover(body, { signal }),
    enabled: on,
    retry: false,
    staleTime: 60_000,
  });
  const none = data?.dataIds.length === 0;
  const failed = error !== null && !isFetching;
  const overcast = data?.overcastLeftOut ?? 0;
  const latest = useRef({ m, error, leave, overcast });
  latest.current = { m, error, leave, overcast };
  useEffect(() => {
    if (!on || !(none || failed)) return;
    const now = latest.current;
    if (none) notice(now.m.find.coverNone(now.overcast), 'info');
    else notice(errorText(now.error, now.m.common.failure), 'error');
    now.leave();
  }, [on, none, failed, notice]);
  const cover: Cover | null = on && data !== undefined && !none ? data : null;
  return { cover, asking: on && isFetching && data === undefined };
}

/** The suggested scenes themselves, in the order of the suggestion, as they come. */
export function useCoverScenes(cover: Cover | null) {
  const ids = cover?.dataIds.slice(0, MAX_LISTED) ?? [];
  return useQueries({
    queries: ids.map((dataId) => ({
      queryKey: ['scene', dataId],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.scenes.get(dataId, { signal }),
      staleTime: 300_000,
    })),
    combine: (answers) => ({
      scenes: answers.length === 0 ? NONE : answers.flatMap((answer) => answer.data ?? []),
      pending: answers.some((answer) => answer.isPending),
      error: answers.find((answer) => answer.error !== null)?.error ?? null,
    }),
  });
}
