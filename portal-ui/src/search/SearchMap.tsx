import type { Footprints, Scene } from '@scenedock/ui-kit';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { AreaChoice } from '../area/areaChoice';
import { LazyMap } from '../map/LazyMap';
import { MapToolbar } from '../mapTools/MapToolbar';
import type { SearchState } from './searchState';
import type { Change } from './useSearchUrl';

const GapLayer = lazy(() => import('./cover/GapLayer'));

type Props = {
  state: SearchState;
  scenes: readonly Scene[];
  /** Everything that was found, while it is all shown. */
  many: Footprints | null;
  hovered: string | null;
  selected: string | null;
  focus: string | null;
  /** WKT of the searched area. */
  area: string | null;
  /** WKT of what a suggested cover leaves open. */
  gap: string | null;
  onArea: (area: AreaChoice | null) => void;
  onHover: (id: string | null) => void;
  onPick: (id: string) => void;
  onOpen: (id: string) => void;
  onChange: (change: Change, options: { replace: boolean }) => void;
  children?: ReactNode;
};

/** Results and searched area on the map, with the tools over it. */
export function SearchMap(props: Props) {
  const { state, scenes, onChange } = props;
  const [start] = useState({ centre: state.centre, zoom: state.zoom });
  const footprints = useMemo(
    () =>
      scenes.flatMap(({ dataid, wktresponse }) =>
        wktresponse === null ? [] : [{ id: dataid, wkt: wktresponse }],
      ),
    [scenes],
  );
  return (
    <LazyMap
      footprints={footprints}
      many={props.many}
      area={props.area}
      hovered={props.hovered}
      selected={props.selected}
      focus={props.focus}
      start={start}
      onHover={props.onHover}
      onPick={props.onPick}
      onMoved={(centre, zoom) => onChange({ centre, zoom }, { replace: true })}
    >
      <MapToolbar
        area={state.area}
        onArea={props.onArea}
        nodeIds={state.nodeIds}
        about={state}
        onOpen={props.onOpen}
      />
      {props.gap === null ? null : (
        <Suspense>
          <GapLayer wkt={props.gap} />
        </Suspense>
      )}
      {props.children}
    </LazyMap>
  );
}
