import { api, catalogue } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

/** Every field list. */
export function useFieldLists() {
  return useQuery({
    queryKey: ['fieldLists'],
    queryFn: ({ signal }) => catalogue.fieldLists({ signal }),
    refetchOnWindowFocus: false,
  });
}

/** The tree of catalogue nodes. */
export function useTree() {
  return useQuery({
    queryKey: ['tree'],
    queryFn: ({ signal }) => api.scenes.tree({ signal }),
    staleTime: 300_000,
  });
}
