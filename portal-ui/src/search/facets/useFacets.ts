import { catalogue } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { filterRequest } from '../searchRequest';
import type { Criteria } from '../searchState';

/** What `criteria` finds, by value; never with a page of scenes, so that paging does not ask for it again. */
export function useBaseFacets(criteria: Criteria, enabled: boolean) {
  const body = { ...filterRequest(criteria), facets: true, page: 1, pageSize: 1 };
  return useQuery({
    queryKey: ['facets', body],
    queryFn: ({ signal }) => catalogue.search(body, { signal }),
    placeholderData: keepPreviousData,
    enabled,
    staleTime: 60_000,
  });
}

/** Groups of values, and the conditions that each of them sets. */
const SETS = {
  satellites: { satellites: [] },
  sensors: { sensors: [] },
  time: { from: null, to: null },
  clouds: { cloudMax: null },
  nodes: { nodeIds: [], conditions: [] },
} satisfies Record<string, Partial<Criteria>>;

export type FacetGroupName = keyof typeof SETS;

/**
 * The values of one group. What was chosen in the group itself is left out, so that its other values can still be
 * chosen too; groups without a choice share one call.
 */
export function useFacets(criteria: Criteria, group: FacetGroupName) {
  return useBaseFacets({ ...criteria, ...SETS[group] }, true);
}
