import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Feature from 'ol/Feature';
import type MapBrowserEvent from 'ol/MapBrowserEvent';
import { useEffect, useMemo, useState } from 'react';
import type { Position } from '../../geo/wkt';
import { readGeometry } from '../../map/features';
import { useMapStage } from '../../map/mapStage';
import { useStable } from '../../parts/useStable';
import { isTyping, pauseDoubleClick } from '../draw/useDraw';
import { useToolMessages } from '../messages/useToolMessages';
import { HintBar } from '../overlay/HintBar';
import type { SearchedAbout } from '../toolbarProps';
import { CHECKED, pointOf, QUERIED, QUERY_Z } from '../toolStyles';
import { useScratchLayer } from '../useScratchLayer';
import { PointPopup } from './PointPopup';
import { POINT_TYPES, type PointType } from './pointQueryState';
import { type PointQuery, usePointQuery } from './usePointQuery';

type Props = {
  nodeIds: readonly number[];
  about: SearchedAbout;
  onOpen: (dataId: string) => void;
  onExit: () => void;
};

const NOTHING: ReadonlySet<string> = new Set();

/** A press on the map, or Enter for its middle; Escape leaves the tool. Both functions stay the same. */
function useMapPress(onPress: (at: Position) => void, onExit: () => void) {
  const { map, globe } = useMapStage();
  useEffect(() => {
    const target = globe?.element ?? map.getTargetElement();
    const look = ([lon = 0, lat = 0]: readonly number[]) => onPress([lon, lat]);
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
  }, [map, globe, onPress, onExit]);
}

/** Shows the place that was pressed, and the outlines of what is ticked. */
function useMarks({ position, scenes }: PointQuery, checked: ReadonlySet<string>) {
  const mark = useScratchLayer(QUERY_Z, QUERIED);
  useEffect(() => {
    mark.clear(true);
    if (position !== null) mark.addFeature(new Feature(pointOf(position)));
  }, [mark, position]);
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
}

/** Tells what stands where the map is clicked. */
export function PointQueryTool({ nodeIds, about, onOpen, onExit }: Props) {
  const m = useToolMessages();
  const point = usePointQuery(nodeIds, about);
  const [checked, setChecked] = useState(NOTHING);
  const { position, state, query } = point;
  const press = useStable((at: Position) => {
    setChecked(NOTHING);
    point.ask(at);
  });
  useMapPress(press, onExit);
  useMarks(point, checked);
  const waiting = position !== null && query.isPending;
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
      {position === null || waiting ? null : (
        <PointPopup
          point={point}
          at={position}
          checked={checked}
          onChecked={setChecked}
          onOpen={onOpen}
          onClose={onExit}
        />
      )}
    </>
  );
}
