import { catalogue } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

/** A scene with its metadata. */
export function useScene(dataId: string) {
  return useQuery({
    queryKey: ['scene', dataId],
    queryFn: ({ signal }) => catalogue.scene(dataId, { signal }),
    staleTime: 300_000,
  });
}

/** Scenes like this one; nobody misses them when they cannot be had. */
export function useSimilar(dataId: string) {
  const { data } = useQuery({
    queryKey: ['similar', dataId],
    queryFn: ({ signal }) => catalogue.similar(dataId, { signal }),
    staleTime: 300_000,
    retry: false,
  });
  return data?.items ?? [];
}
