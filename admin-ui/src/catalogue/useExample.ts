import { catalogue } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** Scenes to choose an example from. */
const EXAMPLES = 20;

/** Real scenes of some nodes, or of any where these have none, and one of them in full. */
export function useExample(nodeIds: readonly number[]) {
  const [chosenId, choose] = useState<string | null>(null);
  const list = useQuery({
    queryKey: ['examples', nodeIds],
    queryFn: async ({ signal }) => {
      const page = { page: 1, pageSize: EXAMPLES };
      const own = await catalogue.search({ ...page, nodeIds: [...nodeIds] }, { signal });
      if (own.items.length > 0) return own.items;
      return (await catalogue.search(page, { signal })).items;
    },
    staleTime: 60_000,
  });
  const scenes = list.data;
  const chosen =
    scenes?.find((one) => one.dataid === chosenId)?.dataid ?? scenes?.[0]?.dataid ?? '';
  const one = useQuery({
    queryKey: ['example', chosen],
    queryFn: ({ signal }) => catalogue.scene(chosen, { signal }),
    enabled: chosen !== '',
    staleTime: 60_000,
  });
  return {
    scenes,
    scene: one.data,
    chosen,
    choose,
    error: list.error ?? one.error,
    retry: () => void (list.error ? list.refetch() : one.refetch()),
  };
}
