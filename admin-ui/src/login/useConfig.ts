import { api } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

/** Public settings of the server, asked once. */
export function useConfig() {
  return useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => api.system.config({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
}
