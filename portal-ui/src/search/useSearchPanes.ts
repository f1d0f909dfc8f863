import { useCallback, useEffect, useState } from 'react';
import { useMapTool } from '../map/mapTool';
import type { Pane } from './SearchFrame';
import { type Criteria, changedCriteria, decodeSearch, type SearchState } from './searchState';
import { useAreaInView } from './useAreaInView';
import type { Change, useSearchUrl } from './useSearchUrl';

type Panes = {
  state: SearchState;
  change: ReturnType<typeof useSearchUrl>['change'];
  /** WKT of the searched area. */
  area: string | null;
  locate: (wkt: string) => void;
};

/** Which panel is looked at where there is room for one alone, and what brings up another. */
export function useSearchPanes({ state, change, area, locate }: Panes) {
  const [pane, setPane] = useState<Pane>('results');
  const { tool } = useMapTool();
  useEffect(() => {
    if (tool !== 'none') setPane('map');
  }, [tool]);
  const show = useCallback(
    (wkt: string) => {
      locate(wkt);
      setPane('map');
    },
    [locate],
  );
  const toText = () => {
    setPane('conditions');
    change({ side: 'conditions' }, { replace: true });
    // The field comes with the next picture where its panel was not shown.
    setTimeout(() => document.getElementById('search-text')?.focus());
  };
  const goTo = useAreaInView({ choice: state.area, wkt: area }, state.centre !== null, locate);
  const search = (next: Criteria) => {
    change({ ...next, page: 1 });
    // An area that was typed, or is a place's, may lie anywhere.
    if ('area' in changedCriteria(state, next)) goTo(next.area);
    if (state.side === 'conditions') setPane('results');
  };
  /** A change beside the results: a region that is taken there may lie anywhere too. */
  const refine = (part: Change) => {
    change(part);
    if (part.area !== undefined) goTo(part.area);
  };
  const restore = (query: string) => {
    const { centre, zoom, scene, side, ...criteria } = decodeSearch(new URLSearchParams(query));
    change(criteria);
    goTo(criteria.area);
    setPane('results');
  };
  return { pane, setPane, show, toText, search, refine, restore };
}
