import { api } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

export function useScene(dataId: string) {
  return useQuery({
    queryKey: ['scene', dataId],
    queryFn: ({ signal }) => api.scenes.get(dataId, { signal }),
    staleTime: 300_000,
  });
}
