import { api, catalogue } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type SearchState, searchRequest } from './searchState';

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
