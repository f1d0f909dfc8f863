import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import {
  type CatalogKind,
  EmptyState,
  ErrorState,
  type SearchAnswer,
  useMessages,
} from '@scenedock/ui-kit';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { RowSkeletons } from '../RowSkeletons';
import type { Criteria, SearchState } from '../searchState';
import { useKeptScroll } from '../useKeptScroll';
import { useRowKeys } from '../useRowKeys';
import { ROW_HEIGHT, type RowHandlers, type RowLook } from './rowHandlers';

// Both come while the search is under way, so that the page itself stands sooner.
const importKindGroups = () => import('./KindGroups');
importKindGroups().catch(() => undefined);
const KindGroups = lazy(importKindGroups);
const NothingFound = lazy(() => import('./NothingFound'));

type Props = RowLook &
  RowHandlers & {
    state: SearchState;
    criteria: Criteria;
    data: SearchAnswer | undefined;
    error: Error | null;
    fetching: boolean;
    narrowed: boolean;
    /** Which list this is: another search or page begins at the top. */
    name: string;
    /** The footprint that the pointer is on, or that was clicked: its row is scrolled to. */
    pointedAt: string | null;
    kindCounts: ReadonlyMap<CatalogKind, number>;
    onRetry: () => void;
    onReset: () => void;
    /** Takes a condition away. */
    onLift: (part: Partial<Criteria>) => void;
    onKind: (kind: CatalogKind) => void;
  };

/** Height of the heading that stays on top of the rows. */
const STICKY = 32;

/** Scrolls the list and nothing around it, which `scrollIntoView` would. */
function bringIntoView(list: HTMLElement, row: Element): void {
  const outer = list.getBoundingClientRect();
  const own = row.getBoundingClientRect();
  const above = own.top - outer.top - STICKY;
  const below = own.bottom - outer.bottom;
  if (above < 0) list.scrollTop += above;
  else if (below > 0) list.scrollTop += below;
}

function Body(props: Props): ReactNode {
  if (props.error !== null) return <ErrorState error={props.error} onRetry={props.onRetry} />;
  const skeletons = <RowSkeletons rows={10} height={ROW_HEIGHT} />;
  if (props.data === undefined) return skeletons;
  if (props.data.items.length > 0) {
    return (
      <Suspense fallback={skeletons}>
        <KindGroups {...props} data={props.data} />
      </Suspense>
    );
  }
  if (!props.narrowed) return <EmptyState />;
  return (
    <Suspense>
      <NothingFound criteria={props.criteria} onLift={props.onLift} onReset={props.onReset} />
    </Suspense>
  );
}

/** The page of results: keys move through it, what the map points at is scrolled to. */
export function ResultList(props: Props) {
  const m = useMessages();
  const keys = useRowKeys<HTMLDivElement>(props.onSelect);
  const box = useRef<HTMLDivElement>(null);
  useKeptScroll(box, props.name, props.data !== undefined && !props.fetching);
  const { pointedAt } = props;
  useEffect(() => {
    if (pointedAt === null) return;
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-scene]') ?? [])];
    const row = rows.find(({ dataset }) => dataset.scene === pointedAt);
    if (box.current !== null && row) bringIntoView(box.current, row);
  }, [pointedAt]);
  return (
    <>
      <Box sx={{ height: 2, flex: 'none' }}>
        {props.fetching ? (
          <LinearProgress aria-label={m.common.loading} sx={{ height: 2 }} />
        ) : null}
      </Box>
      <Box
        ref={box}
        id="results"
        tabIndex={-1}
        sx={{ outline: 'none', flex: 1, overflowY: 'auto', minHeight: 0, position: 'relative' }}
      >
        <Box ref={keys.ref} onKeyDown={keys.onKeyDown} onKeyUp={keys.onKeyUp}>
          <Body {...props} />
        </Box>
      </Box>
    </>
  );
}
