import { type FoundScene, useExistingPage } from '@scenedock/ui-kit';
import { useMemo } from 'react';
import { useCover, useCoverScenes } from './cover/useCover';
import { useRemember } from './saved/useRemember';
import { filterRequest } from './searchRequest';
import { type Criteria, criteriaOf, type SearchState } from './searchState';
import { useFootprints, useKindCounts, useSceneSearch } from './useSceneSearch';
import type { useSearchUrl } from './useSearchUrl';

const NO_SCENES: FoundScene[] = [];

/** What a search finds: a page of results or a suggested cover, all footprints for the map, numbers by kind. */
export function useResultState(
  state: SearchState,
  change: ReturnType<typeof useSearchUrl>['change'],
) {
  const search = useSceneSearch(state);
  const key = JSON.stringify(criteriaOf(state));
  const criteria = useMemo(() => JSON.parse(key) as Criteria, [key]);
  const data = search.error === null ? search.data : undefined;
  const { isPlaceholderData } = search;
  useExistingPage(state, { data, isPlaceholderData }, (page) =>
    change({ page }, { replace: true }),
  );
  const kindCounts = useKindCounts(criteria, data?.total);
  const all = useFootprints(state, state.view === 'footprints');
  const showCover = (on: boolean) => change({ cover: on }, { replace: !on });
  const answered = search.isSuccess && !search.isPlaceholderData;
  const coverable = state.cover && criteria.area !== null && answered;
  const { cover, asking } = useCover(filterRequest(criteria), coverable, () => showCover(false));
  const suggested = useCoverScenes(cover);
  useRemember(state, answered);
  const scenes = cover === null ? (data?.items ?? NO_SCENES) : suggested.scenes;
  return {
    key,
    criteria,
    search,
    data,
    kindCounts,
    all,
    cover,
    coverBusy: asking,
    showCover,
    suggested,
    scenes,
  };
}

export type ResultState = ReturnType<typeof useResultState>;
