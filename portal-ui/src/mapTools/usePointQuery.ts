import { type CatalogueSearch, catalogue, type FoundScene } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Position } from '../geo/wkt';
import {
  diamond,
  keepPointQuery,
  type PointQueryState,
  type PointType,
  readPointQuery,
} from './pointQueryState';

export const PAGE_SIZE = 10;

const NONE: FoundScene[] = [];

function requestOf(state: PointQueryState): CatalogueSearch {
  const nodeIds = state.nodeId.split(',').filter(Boolean).map(Number);
  return {
    wkt: state.wkt,
    objTypes: [state.objType],
    ...(nodeIds.length > 0 ? { nodeIds } : {}),
    ...(state.time === '' ? {} : { from: state.time }),
    sort: '-scenedate',
    page: state.currentPage,
    pageSize: PAGE_SIZE,
  };
}

/** What stands at a clicked place, for the chosen type of object. */
export function usePointQuery(nodeIds: readonly number[]) {
  const [place, setPlace] = useState<Position | null>(null);
  const [state, setState] = useState(() => readPointQuery('WX', new Date()));
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
      const kept = readPointQuery(type, new Date());
      if (place === null) setState(kept);
      else put({ ...kept, wkt: diamond(place), nodeId, currentPage: 1 });
    },
    [put, place, nodeId],
  );
  const setTime = (time: string) => put({ ...state, time, currentPage: 1 });
  const setPage = (currentPage: number) => put({ ...state, currentPage });
  const body = requestOf(state);
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
