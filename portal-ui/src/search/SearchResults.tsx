import { type CatalogueSearch, type Messages, useMessages } from '@scenedock/ui-kit';
import { lazy, type ReactNode, Suspense } from 'react';
import { ResultPanel } from './ResultPanel';
import type { RowHandlers, RowLook } from './results/rowHandlers';
import { filterRequest, searchRequest } from './searchRequest';
import type { SearchState } from './searchState';
import type { ResultState } from './useResultState';
import type { Change } from './useSearchUrl';

const CoverSuggestion = lazy(() => import('./cover/CoverSuggestion'));

type Props = {
  state: SearchState;
  found: ResultState;
  row: RowLook & RowHandlers;
  areaRefused: boolean;
  pointedAt: string | null;
  cartBusy: boolean;
  start?: ReactNode;
  onChange: (change: Change) => void;
  onSelectMany: (ids: string[], on: boolean) => void;
  onAddAll: (body: CatalogueSearch, total: number) => void;
};

/** What should be known of a map that does not show all that was found. */
function footprintNote({ all }: ResultState, m: Messages): string | null {
  if (all.error !== null) return m.find.footprintsFailed;
  if (all.isLoading) return m.find.footprintsLoading;
  if (all.data === undefined || all.data.shown >= all.data.total) return null;
  return m.find.shownOf(all.data.shown, all.data.total);
}

/** A page of what was found, or the cover that is suggested in its place. */
export function SearchResults({ state, found, row, onAddAll, ...props }: Props) {
  const m = useMessages();
  const { criteria, search, data, cover } = found;
  if (cover !== null) {
    return (
      <Suspense>
        <CoverSuggestion
          {...row}
          {...found.suggested}
          cover={cover}
          busy={props.cartBusy}
          onDismiss={() => found.showCover(false)}
        />
      </Suspense>
    );
  }
  return (
    <ResultPanel
      {...row}
      {...props}
      state={state}
      criteria={criteria}
      data={data}
      error={search.error}
      fetching={search.isFetching}
      stale={search.isPlaceholderData}
      kindCounts={found.kindCounts}
      name={JSON.stringify([searchRequest(state), state.view])}
      coverBusy={found.coverBusy}
      mapNote={footprintNote(found, m)}
      onAddAll={() => onAddAll(filterRequest(criteria), data?.total ?? 0)}
      onCheapest={() => found.showCover(true)}
      onRetry={() => void search.refetch()}
    />
  );
}
