import type { Scene } from '@scenedock/ui-kit';
import { useMemo, useState } from 'react';
import { LazyMap } from '../map/LazyMap';
import { AreaDrawing } from '../mapTools/AreaDrawing';
import type { SearchState } from './searchState';
import type { Change } from './useSearchUrl';

type Props = {
  state: SearchState;
  scenes: Scene[];
  hovered: string | null;
  focus: string | null;
  area: string | null;
  onDrawn: (wkt: string) => void;
  onHover: (id: string | null) => void;
  onPick: (id: string) => void;
  onChange: (change: Change, options: { replace: boolean }) => void;
};

/** Results and searched area on the map. */
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
      area={props.area}
      hovered={props.hovered}
      selected={state.scene}
      focus={props.focus}
      start={start}
      onHover={props.onHover}
      onPick={props.onPick}
      onMoved={(centre, zoom) => onChange({ centre, zoom }, { replace: true })}
    >
      <AreaDrawing onDrawn={props.onDrawn} />
    </LazyMap>
  );
}
