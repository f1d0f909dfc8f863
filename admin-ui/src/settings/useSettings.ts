import { api } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

/** The administrators' switches; not asked for while nobody needs them. */
export function useSettings(needed = true) {
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => api.system.settings({ signal }),
    enabled: needed,
    staleTime: 30_000,
  });
}
