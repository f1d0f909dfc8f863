import { useMessages } from '@scenedock/ui-kit';
import type { SearchedNow } from '../../subscriptions/searchedNow';
import { filterRequest } from '../searchRequest';
import { keptQuery, type SearchState } from '../searchState';
import { searchSummary } from '../searchWords';
import { useSearchNames } from '../useSearchNames';

/** The present search as a subscription keeps it. */
export function useSearchedNow(state: SearchState): SearchedNow {
  const m = useMessages();
  const names = useSearchNames(state.area, state.nodeIds);
  return {
    search: filterRequest(state),
    query: keptQuery(state),
    summary: searchSummary(state, m, names),
  };
}
