import { api, type CatalogKind, type CatalogueSearch, catalogue } from '@scenedock/ui-kit';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCatalogue } from '../scene/useCatalogue';
import { filterRequest, searchRequest } from './searchRequest';
import { type Criteria, KINDS, type SearchState } from './searchState';

export function useSceneSearch(state: SearchState) {
  const body = searchRequest(state);
  return useQuery({
    queryKey: ['search', body],
    queryFn: ({ signal }) => catalogue.search(body, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

export function useSatellites() {
  return useQuery({
    queryKey: ['satellites'],
    queryFn: ({ signal }) => api.scenes.satellites({ signal }),
    staleTime: 300_000,
  });
}

/** Where everything lies that `state` finds; asked for only while it is shown. */
export function useFootprints(state: SearchState, enabled: boolean) {
  const body: CatalogueSearch = { ...filterRequest(state), sort: state.sort };
  return useQuery({
    queryKey: ['footprints', body],
    queryFn: ({ signal }) => catalogue.footprints(body, { signal }),
    enabled,
    staleTime: 60_000,
    gcTime: 60_000,
  });
}

/**
 * How many scenes of each object type `criteria` finds over all types. Of the types that the catalogue has, the last
 * one is what the others leave of `total`.
 */
export function useKindCounts(
  criteria: Criteria,
  total: number | undefined,
): ReadonlyMap<CatalogKind, number> {
  const { data } = useCatalogue();
  const known = useMemo(
    () => KINDS.filter((kind) => data?.some((node) => node.objType === kind)),
    [data],
  );
  const countedKinds = useMemo(() => known.slice(0, -1), [known]);
  const enabled = criteria.kind === null && total !== undefined && total > 0;
  const counts = useQueries({
    queries: countedKinds.map((kind) => {
      const body = { ...filterRequest({ ...criteria, kind }), page: 1, pageSize: 1 };
      return {
        queryKey: ['search', body],
        queryFn: ({ signal }: { signal: AbortSignal }) => catalogue.search(body, { signal }),
        enabled: enabled,
        staleTime: 60_000,
      };
    }),
    combine: (results) => results.map((one) => one.data?.total),
  });
  return useMemo(() => {
    const found = new Map<CatalogKind, number>();
    if (!enabled || counts.some((count) => count === undefined)) return found;
    let left = total ?? 0;
    counts.forEach((count, at) => {
      const kind = countedKinds[at];
      if (kind !== undefined) found.set(kind, count ?? 0);
      left -= count ?? 0;
    });
    const last = known.at(-1);
    if (last !== undefined) found.set(last, Math.max(left, 0));
    return found;
  }, [enabled, counts, countedKinds, known, total]);
}
