import DoubleClickZoom from 'ol/interaction/DoubleClickZoom';
import DragBox from 'ol/interaction/DragBox';
import DragPan from 'ol/interaction/DragPan';
import Draw from 'ol/interaction/Draw';
import type Interaction from 'ol/interaction/Interaction';
import type OlMap from 'ol/Map';
import { useEffect, useRef } from 'react';
import { writeArea } from '../map/features';
import type { MapTool } from '../map/mapTool';

type DrawMode = Extract<MapTool, 'none' | 'drawBox' | 'drawPolygon'>;

function boxTool(done: (wkt: string | null) => void): Interaction {
  const tool = new DragBox({ className: 'scenedock-drawn-box', minArea: 25 });
  tool.on('boxend', () => done(writeArea(tool.getGeometry())));
  return tool;
}

function polygonTool(done: (wkt: string | null) => void): Interaction {
  const tool = new Draw({ type: 'Polygon' });
  tool.on('drawend', ({ feature }) => {
    const geometry = feature.getGeometry();
    done(geometry === undefined ? null : writeArea(geometry));
  });
  return tool;
}

/** Dragging must draw, not pan, and the double click that ends a polygon must not zoom. */
function pauseNavigation(map: OlMap): () => void {
  const paused = map
    .getInteractions()
    .getArray()
    .filter((one) => one instanceof DoubleClickZoom || one instanceof DragPan);
  for (const one of paused) one.setActive(false);
  return () => {
    for (const one of paused) one.setActive(true);
  };
}

/** While `mode` is not "none" the map draws; `onDrawn` gets the WKT, or null when Esc cancelled it. */
export function useDraw(
  map: OlMap | null,
  mode: DrawMode,
  onDrawn: (wkt: string | null) => void,
): void {
  const report = useRef(onDrawn);
  report.current = onDrawn;
  useEffect(() => {
    if (map === null || mode === 'none') return;
    const done = (wkt: string | null) => report.current(wkt);
    const tool = mode === 'drawBox' ? boxTool(done) : polygonTool(done);
    const resume = pauseNavigation(map);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') done(null);
    };
    map.addInteraction(tool);
    map.getTargetElement()?.style.setProperty('cursor', 'crosshair');
    window.addEventListener('keydown', onKey);
    return () => {
      map.removeInteraction(tool);
      map.getTargetElement()?.style.removeProperty('cursor');
      window.removeEventListener('keydown', onKey);
      // The click that ended the drawing is still under way; zooming may come back after it.
      setTimeout(resume, 300);
    };
  }, [map, mode]);
}
