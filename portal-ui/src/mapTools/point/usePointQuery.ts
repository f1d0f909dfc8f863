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
import type { SearchedAbout } from '../MapToolbar';
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

function requestOf(state: PointQueryState, { to }: SearchedAbout): CatalogueSearch {
  const nodeIds = state.nodeId.split(',').filter(Boolean).map(Number);
  return {
    wkt: state.wkt,
    objTypes: [state.objType],
    ...(nodeIds.length > 0 ? { nodeIds } : {}),
    ...(state.time === '' ? {} : { from: state.time }),
    ...(to === null ? {} : { to: dayEnd(to) }),
    sort: '-scenedate',
    page: state.currentPage,
    pageSize: PAGE_SIZE,
  };
}

/** What stands at a clicked place, for the chosen type of object. */
export function usePointQuery(nodeIds: readonly number[], about: SearchedAbout) {
  const [place, setPlace] = useState<Position | null>(null);
  const [state, setState] = useState(() => inherited(about, new Date()));
  const put = useCallback((next: PointQueryState) => {
    keepPointQuery(next);
    setState(next);
  }, []);
  const nodeId = nodeIds.join(',');
  const ask = useCallback(
    (at: Position) => {
      setPlace(at);
      put({ ...state, wkt: diamond(at), nodeId, currentPage: 1 });
    },
    [put, state, nodeId],
  );
  const setType = useCallback(
    (type: PointType) => {
      const stored = readPointQuery(type, new Date());
      if (place === null) setState(stored);
      else put({ ...stored, wkt: diamond(place), nodeId, currentPage: 1 });
    },
    [put, place, nodeId],
  );
  const setTime = (time: string) => put({ ...state, time, currentPage: 1 });
  const setPage = (currentPage: number) => put({ ...state, currentPage });
  const body = requestOf(state, about);
  const query = useQuery({
    queryKey: ['pointQuery', body],
    queryFn: ({ signal }) => catalogue.search(body, { signal }),
    enabled: place !== null,
    placeholderData: keepPreviousData,
  });
  return {
    place,
    state,
    query,
    scenes: query.data?.items ?? NONE,
    total: query.data?.total ?? 0,
    ask,
    setType,
    setTime,
    setPage,
    close: useCallback(() => setPlace(null), []),
  };
}

export type PointQuery = ReturnType<typeof usePointQuery>;
