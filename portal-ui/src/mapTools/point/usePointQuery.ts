import {
  type CatalogueSearch,
  catalogue,
  dayEnd,
  dayStart,
  type FoundScene,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Position } from '../../geo/wkt';
import type { SearchedAbout } from '../toolbarProps';
import {
  diamond,
  keepPointQuery,
  type PointQueryState,
  type PointType,
  readPointQuery,
} from './pointQueryState';

export const PAGE_SIZE = 10;

const NONE: FoundScene[] = [];

/** The kind and time of the search; what it leaves open is as it was the last time. */
function inherited({ kind, from, to }: SearchedAbout, now: Date): PointQueryState {
  const stored = readPointQuery(kind ?? 'WX', now);
  if (from === null && to === null) return stored;
  return { ...stored, time: from === null ? '' : dayStart(from) };
}

function requestOf(state: PointQueryState, until: string | null): CatalogueSearch {
  const nodeIds = state.nodeId.split(',').filter(Boolean).map(Number);
  return {
    wkt: state.wkt,
    objTypes: [state.objType],
    ...(nodeIds.length > 0 ? { nodeIds } : {}),
    ...(state.time === '' ? {} : { from: state.time }),
    ...(until === null ? {} : { to: dayEnd(until) }),
    sort: '-scenedate',
    page: state.currentPage,
    pageSize: PAGE_SIZE,
  };
}

/** What stands at a clicked place, for the chosen type of object. */
export function usePointQuery(nodeIds: readonly number[], about: SearchedAbout) {
  const [position, setPosition] = useState<Position | null>(null);
  const [state, setState] = useState(() => inherited(about, new Date()));
  // Whoever chooses another time chooses it whole.
  const [until, setUntil] = useState(about.to);
  const put = useCallback((next: PointQueryState) => {
    keepPointQuery(next);
    setState(next);
  }, []);
  const nodeId = nodeIds.join(',');
  const ask = useCallback(
    (at: Position) => {
      setPosition(at);
      put({ ...state, wkt: diamond(at), nodeId, currentPage: 1 });
    },
    [put, state, nodeId],
  );
  const setType = useCallback(
    (type: PointType) => {
      const stored = readPointQuery(type, new Date());
      // A time of the search holds for every kind.
      if (until !== null) stored.time = state.time;
      if (position === null) setState(stored);
      else put({ ...stored, wkt: diamond(position), nodeId, currentPage: 1 });
    },
    [put, position, nodeId, until, state.time],
  );
  const setTime = (time: string) => {
    setUntil(null);
    put({ ...state, time, currentPage: 1 });
  };
  const setPage = (currentPage: number) => put({ ...state, currentPage });
  const body = requestOf(state, until);
  const query = useQuery({
    queryKey: ['pointQuery', body],
    queryFn: ({ signal }) => catalogue.search(body, { signal }),
    enabled: position !== null,
    placeholderData: keepPreviousData,
  });
  return {
    position,
    state,
    until,
    query,
    scenes: query.data?.items ?? NONE,
    total: query.data?.total ?? 0,
    ask,
    setType,
    setTime,
    setPage,
    close: useCallback(() => setPosition(null), []),
  };
}

export type PointQuery = ReturnType<typeof usePointQuery>;
