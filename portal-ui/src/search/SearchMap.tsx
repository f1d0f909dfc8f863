import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type Scene, useMessages } from '@scenedock/ui-kit';
import { useMemo, useState } from 'react';
import { LazyMap } from '../map/LazyMap';
import type { DrawMode } from '../map/useDraw';
import type { SearchState } from './searchState';
import type { Change } from './useSearchUrl';

type Props = {
  state: SearchState;
  scenes: Scene[];
  hovered: string | null;
  focus: string | null;
  draw: DrawMode;
  onDrawn: (wkt: string | null) => void;
  onHover: (id: string | null) => void;
  onPick: (id: string) => void;
  onChange: (change: Change, options: { replace: boolean }) => void;
};

/** Results and searched area on the map. */
export function SearchMap(props: Props) {
  const m = useMessages();
  const { state, scenes, draw, onChange } = props;
  const [start] = useState({ centre: state.centre, zoom: state.zoom });
  const footprints = useMemo(
    () =>
      scenes.flatMap(({ dataid, wktresponse }) =>
        wktresponse === null ? [] : [{ id: dataid, wkt: wktresponse }],
      ),
    [scenes],
  );
  const hint = draw === 'box' ? m.search.drawing : m.search.drawingPolygon;
  return (
    <Box sx={{ position: 'relative', height: '100%' }}>
      <LazyMap
        footprints={footprints}
        area={state.wkt}
        hovered={props.hovered}
        selected={state.scene}
        focus={props.focus}
        start={start}
        draw={draw}
        onDrawn={props.onDrawn}
        onHover={props.onHover}
        onPick={props.onPick}
        onMoved={(centre, zoom) => onChange({ centre, zoom }, { replace: true })}
      />
      {draw === 'none' ? null : (
        <Alert
          severity="info"
          sx={{ position: 'absolute', top: 12, left: '50%', transform: 'translateX(-50%)' }}
        >
          {hint}
        </Alert>
      )}
    </Box>
  );
}
