import {
  api,
  type CatalogueSearch,
  type Cover,
  catalogue,
  errorText,
  type Scene,
  useMessages,
} from '@scenedock/ui-kit';
import { useMutation, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNotice } from '../../parts/notice';

/** More scenes than these are neither listed nor drawn one by one. */
export const MOST_LISTED = 200;

const NONE: Scene[] = [];

/** The fewest bytes that cover the searched area; `key` says for which search, and another one puts it aside. */
export function useCover(body: CatalogueSearch, key: string) {
  const m = useMessages();
  const notice = useNotice();
  const [found, setFound] = useState<{ key: string; cover: Cover } | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => catalogue.cover(body),
    onSuccess: (cover) => {
      if (cover.dataIds.length === 0) notice(m.find.coverNone, 'info');
      else setFound({ key, cover });
    },
    onError: (error) => notice(errorText(error, m.common.failure), 'error'),
  });
  useEffect(() => setFound((old) => (old?.key === key ? old : null)), [key]);
  const cover = found?.key === key ? found.cover : null;
  return { cover, ask: () => mutate(), asking: isPending, dismiss: () => setFound(null) };
}

/** The suggested scenes themselves, in the order of the suggestion, as they come. */
export function useCoverScenes(cover: Cover | null) {
  const ids = cover?.dataIds.slice(0, MOST_LISTED) ?? [];
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
