import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Feature from 'ol/Feature';
import type MapBrowserEvent from 'ol/MapBrowserEvent';
import { useEffect, useMemo, useRef, useState } from 'react';
import { readGeometry } from '../../map/features';
import { useMapStage } from '../../map/mapStage';
import { isTyping, pauseDoubleClick } from '../draw/useDraw';
import type { SearchedAbout } from '../MapToolbar';
import { useToolMessages } from '../messages/useToolMessages';
import { HintBar } from '../overlay/HintBar';
import { CHECKED, pointOf, QUERIED, QUERY_Z } from '../toolStyles';
import { useScratchLayer } from '../useScratchLayer';
import { PointPopup } from './PointPopup';
import { POINT_TYPES, type PointType } from './pointQueryState';
import { usePointQuery } from './usePointQuery';

type Props = {
  nodeIds: readonly number[];
  about: SearchedAbout;
  onOpen: (dataId: string) => void;
  onExit: () => void;
};

const NOTHING: ReadonlySet<string> = new Set();

/** Tells what stands where the map is clicked. */
export function PointQueryTool({ nodeIds, about, onOpen, onExit }: Props) {
  const m = useToolMessages();
  const { map, globe } = useMapStage();
  const point = usePointQuery(nodeIds, about);
  const [checked, setChecked] = useState(NOTHING);
  const { place, state, query, scenes } = point;
  const ask = useRef(point.ask);
  ask.current = point.ask;
  useEffect(() => {
    const target = globe?.element ?? map.getTargetElement();
    const look = ([lon = 0, lat = 0]: readonly number[]) => {
      setChecked(NOTHING);
      ask.current([lon, lat]);
    };
    const clicked = ({ coordinate }: MapBrowserEvent) => look(coordinate);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isTyping(event)) onExit();
      // Without a pointer the map is moved until the place is in its middle.
      if (event.key === 'Enter' && event.target === target) look(map.getView().getCenter() ?? []);
    };
    const resume = pauseDoubleClick(map);
    map.on('singleclick', clicked);
    const unlisten = globe?.listen({ onClick: ({ at }) => look(at) });
    target?.style.setProperty('cursor', 'crosshair');
    window.addEventListener('keydown', onKey);
    return () => {
      resume();
      map.un('singleclick', clicked);
      unlisten?.();
      target?.style.removeProperty('cursor');
      window.removeEventListener('keydown', onKey);
    };
  }, [map, globe, onExit]);
  const mark = useScratchLayer(QUERY_Z, QUERIED);
  useEffect(() => {
    mark.clear(true);
    if (place !== null) mark.addFeature(new Feature(pointOf(place)));
  }, [mark, place]);
  const outlines = useScratchLayer(QUERY_Z, CHECKED);
  const outlined = useMemo(
    () => scenes.filter(({ dataid }) => checked.has(dataid)),
    [scenes, checked],
  );
  useEffect(() => {
    outlines.clear(true);
    for (const { wktresponse } of outlined) {
      const geometry = wktresponse === null ? null : readGeometry(wktresponse);
      if (geometry !== null) outlines.addFeature(new Feature(geometry));
    }
  }, [outlines, outlined]);
  const waiting = place !== null && query.isPending;
  return (
    <>
      <HintBar
        text={waiting ? m.pointQuery.running : m.tools.hints.pointQuery}
        keys={[m.tools.hints.enterCentre, m.tools.hints.escapeExit]}
        exit={m.tools.exit}
        onExit={onExit}
      >
        <ToggleButtonGroup
          exclusive
          size="small"
          value={state.objType}
          aria-label={m.pointQuery.type}
          onChange={(_, type: PointType | null) => {
            setChecked(NOTHING);
            if (type !== null) point.setType(type);
          }}
        >
          {POINT_TYPES.map((type) => (
            <ToggleButton key={type} value={type} sx={{ px: 1, py: 0, textTransform: 'none' }}>
              {m.pointQuery.types[type]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </HintBar>
      {place === null || waiting ? null : (
        <PointPopup
          point={point}
          at={place}
          checked={checked}
          onChecked={setChecked}
          onOpen={onOpen}
          onClose={onExit}
        />
      )}
    </>
  );
}
