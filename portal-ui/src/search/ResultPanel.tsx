import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { type CatalogKind, type SearchAnswer, useMessages } from '@scenedock/ui-kit';
import { lazy, type ReactNode, Suspense } from 'react';
import { useSession } from '../session/session';
import { FilterChips } from './results/FilterChips';
import { ResultHead } from './results/ResultHead';
import { ResultList } from './results/ResultList';
import type { RowHandlers, RowLook } from './results/rowHandlers';
import { SelectionBar } from './results/SelectionBar';
import { UnknownCloud } from './results/UnknownCloud';
import { filterRequest } from './searchRequest';
import { type Criteria, conditionCount, EMPTY_CRITERIA, type SearchState } from './searchState';
import type { Change } from './useSearchUrl';

const CoverageBar = lazy(() => import('./results/CoverageBar'));
const Pager = lazy(() => import('./results/Pager'));
const SubscribeButton = lazy(() => import('./saved/SubscribeButton'));
const Recommended = lazy(() => import('./Recommended'));

/** Room for what is on its way. */
const PAGER_HEIGHT = 41;
const COVERAGE_HEIGHT = 39;

export type ResultPanelProps = RowLook &
  RowHandlers & {
    state: SearchState;
    criteria: Criteria;
    data: SearchAnswer | undefined;
    error: Error | null;
    fetching: boolean;
    /** What is shown is of the search before. */
    stale: boolean;
    areaRefused: boolean;
    pointedAt: string | null;
    kindCounts: ReadonlyMap<CatalogKind, number>;
    /** Which list this is. */
    name: string;
    cartBusy: boolean;
    coverBusy: boolean;
    /** What the person should know about what the map shows. */
    mapNote: string | null;
    start?: ReactNode;
    onChange: (change: Change) => void;
    onSelectMany: (ids: string[], on: boolean) => void;
    onAddAll: () => void;
    onCheapest: () => void;
    onRetry: () => void;
  };

/** What the map does not show of the results. */
function MapNote({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Alert severity="info" sx={{ borderRadius: 0, py: 0 }}>
      {text}
    </Alert>
  );
}

/** The middle panel: how many were found, by which conditions, and one page of them. */
export function ResultPanel(props: ResultPanelProps) {
  const { state, criteria, data } = props;
  const m = useMessages();
  const narrowed = conditionCount(criteria) > 0;
  const search = (part: Partial<Criteria>) => props.onChange({ ...part, page: 1 });
  const clear = () => search(EMPTY_CRITERIA);
  const total = data?.total ?? 0;
  return (
    <Stack
      component="section"
      aria-label={m.search.results}
      sx={{ height: '100%', minHeight: 0, bgcolor: 'background.paper' }}
    >
      <ResultHead
        state={state}
        total={data?.total}
        stale={props.stale}
        start={props.start}
        onSort={(sort) => props.onChange({ sort, page: 1 })}
        onView={(view) => props.onChange({ view })}
      />
      <FilterChips
        criteria={criteria}
        areaRefused={props.areaRefused}
        onChange={search}
        onClear={clear}
      />
      {criteria.area !== null && total > 0 && props.error === null ? (
        <Suspense fallback={<Box sx={{ height: COVERAGE_HEIGHT, flex: 'none' }} />}>
          <CoverageBar
            coverage={data?.coverage ?? null}
            busy={props.coverBusy}
            stale={props.stale}
            onCheapest={props.onCheapest}
          />
        </Suspense>
      ) : null}
      <UnknownCloud criteria={criteria} onChange={search} />
      <SelectionBar
        found={{ ...filterRequest(criteria), sort: state.sort }}
        scenes={data?.items ?? []}
        total={props.stale ? null : total}
        selected={props.selected}
        inCart={props.inCart}
        busy={props.cartBusy}
        onSelect={props.onSelectMany}
        onAdd={props.onAdd}
        onAddAll={props.onAddAll}
        withSearch={<SubscribeButton state={state} />}
      />
      <MapNote text={props.mapNote} />
      <ResultList
        state={state}
        criteria={criteria}
        data={data}
        error={props.error}
        fetching={props.fetching}
        narrowed={narrowed}
        name={props.name}
        pointedAt={props.pointedAt}
        kindCounts={props.kindCounts}
        hovered={props.hovered}
        pinned={props.pinned}
        selected={props.selected}
        inCart={props.inCart}
        onHover={props.onHover}
        onOpen={props.onOpen}
        onLocate={props.onLocate}
        onAdd={props.onAdd}
        onSelect={props.onSelect}
        onRetry={props.onRetry}
        onReset={clear}
        onLift={search}
        onKind={(kind) => search({ kind })}
      />
      <PanelFoot {...props} total={total} narrowed={narrowed} />
    </Stack>
  );
}

type FootProps = Pick<ResultPanelProps, 'state' | 'onOpen' | 'onChange'> & {
  total: number;
  narrowed: boolean;
};

/** What is recommended to whoever has not narrowed anything, and the pages. */
function PanelFoot({ state, total, narrowed, onOpen, onChange }: FootProps) {
  const { me } = useSession();
  return (
    <>
      <Suspense>
        {me !== null && !narrowed && state.page === 1 ? <Recommended onOpen={onOpen} /> : null}
      </Suspense>
      <Suspense fallback={<Box sx={{ height: PAGER_HEIGHT, flex: 'none' }} />}>
        <Pager
          total={total}
          page={state.page}
          pageSize={state.pageSize}
          onPage={(page) => onChange({ page })}
          onPageSize={(pageSize) => onChange({ pageSize, page: 1 })}
        />
      </Suspense>
    </>
  );
}
