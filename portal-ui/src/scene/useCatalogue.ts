import { api } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

/** The tree of catalogue nodes. */
export function useCatalogue() {
  return useQuery({
    queryKey: ['tree'],
    queryFn: ({ signal }) => api.scenes.tree({ signal }),
    staleTime: 300_000,
  });
}
