import { BoxInteraction } from '@scenedock/ui-kit/BoxInteraction';
import WKT from 'ol/format/WKT';
import type Geometry from 'ol/geom/Geometry';
import { fromExtent } from 'ol/geom/Polygon';
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom';
import Draw from 'ol/interaction/Draw';
import type OlMap from 'ol/Map';
import type { StyleLike } from 'ol/style/Style';
import { useEffect, useRef } from 'react';

/** What can be drawn by hand. */
export type DrawnShape = 'box' | 'polygon';

export interface MapDrawing {
  /** What is drawn now; null: nothing, the pointer moves the map. */
  shape: DrawnShape | null;
  onDrawn: (wkt: string) => void;
  onCancel: () => void;
}

/** A tenth of a metre, in degrees. */
const DECIMALS = 6;

/** The shape as WKT, in degrees. */
function wktOf(geometry: Geometry): string {
  return new WKT().writeGeometry(geometry, { decimals: DECIMALS });
}

function toolFor(shape: DrawnShape, style: StyleLike, end: (geometry: Geometry) => void) {
  if (shape === 'box') {
    const onEnd = (box: readonly number[]) => end(fromExtent([...box]));
    return new BoxInteraction({ onChange: () => {}, onEnd, onAbandon: () => {} }, style);
  }
  // A stroke, a fill and a dot are a style that any tool takes.
  const tool = new Draw({ type: 'Polygon', style: style as never, stopClick: true });
  tool.on('drawend', ({ feature }) => {
    const geometry = feature.getGeometry();
    if (geometry !== undefined) end(geometry);
  });
  return tool;
}

/** Keys of a drawing: Escape gives it up, Backspace takes the last corner back. */
function listen(target: HTMLElement, undo: () => void, cancel: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Backspace') return;
    // A dialog around the map stays open.
    event.stopPropagation();
    event.preventDefault();
    if (event.key === 'Escape') cancel();
    else undo();
  };
  target.addEventListener('keydown', onKey);
  return () => target.removeEventListener('keydown', onKey);
}

/** Draws one shape on the map, as long as one is asked for. */
export function useDrawing(map: OlMap | null, drawing: MapDrawing | undefined, style: StyleLike) {
  const latest = useRef(drawing);
  latest.current = drawing;
  const shape = drawing?.shape ?? null;
  useEffect(() => {
    const target = map?.getTargetElement();
    if (!map || !target || shape === null) return;
    const tool = toolFor(shape, style, (geometry) => latest.current?.onDrawn(wktOf(geometry)));
    // The double click that ends a polygon must not zoom.
    const zooms = map
      .getInteractions()
      .getArray()
      .filter((one) => one instanceof DoubleClickZoom);
    for (const one of zooms) one.setActive(false);
    map.addInteraction(tool);
    target.style.setProperty('cursor', 'crosshair');
    target.focus();
    const forget = listen(
      target,
      () => void tool.removeLastPoint(),
      () => latest.current?.onCancel(),
    );
    return () => {
      forget();
      map.removeInteraction(tool);
      target.style.removeProperty('cursor');
      // The click that ended it is still under way.
      setTimeout(() => {
        for (const one of zooms) one.setActive(true);
      }, 300);
    };
  }, [map, shape, style]);
}
