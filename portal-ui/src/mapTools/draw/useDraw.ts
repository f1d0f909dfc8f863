import { BoxInteraction } from '@scenedock/ui-kit/BoxInteraction';
import type { Geometry } from 'ol/geom';
import LineString from 'ol/geom/LineString';
import Point from 'ol/geom/Point';
import Polygon from 'ol/geom/Polygon';
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom';
import Draw from 'ol/interaction/Draw';
import type OlMap from 'ol/Map';
import type { StyleLike } from 'ol/style/Style';
import { useEffect, useMemo, useRef } from 'react';
import { type Box, boxRing, type Position, type Shape } from '../../geo/wkt';
import type { MapStage } from '../../map/mapStage';
import { drawOnGlobe } from './globeDraw';
import type { DrawHooks, DrawKind, Sketch } from './sketch';

const plain = (line: readonly number[][]) => line.map(([x = 0, y = 0]): Position => [x, y]);

function shapeOf(geometry: Geometry | undefined): Shape | null {
  if (geometry instanceof Point) {
    return { kind: 'points', points: plain([geometry.getCoordinates()]) };
  }
  if (geometry instanceof LineString) {
    return { kind: 'lines', lines: [plain(geometry.getCoordinates())] };
  }
  if (geometry instanceof Polygon) {
    return { kind: 'polygons', polygons: [geometry.getCoordinates().map(plain)] };
  }
  return null;
}

function sketchOf(geometry: Geometry): Sketch {
  // A polygon in the making is closed behind the pointer.
  const line =
    geometry instanceof Polygon
      ? (geometry.getCoordinates()[0] ?? []).slice(0, -1)
      : geometry instanceof LineString
        ? geometry.getCoordinates()
        : [];
  const points = plain(line);
  const at = points.at(-1);
  return at === undefined ? null : { points, at };
}

function drawTool(type: Exclude<DrawKind, 'Box'>, style: StyleLike, hooks: () => DrawHooks): Draw {
  const tool = new Draw({ type, style: style as never, stopClick: true });
  tool.on('drawstart', ({ feature }) => {
    const geometry = feature.getGeometry();
    geometry?.on('change', () => hooks().onSketch(sketchOf(geometry)));
    if (geometry !== undefined) hooks().onSketch(sketchOf(geometry));
  });
  tool.on('drawabort', () => hooks().onSketch(null));
  tool.on('drawend', ({ feature }) => {
    const shape = shapeOf(feature.getGeometry());
    if (shape === null) hooks().onCancel();
    else hooks().onDone(shape);
  });
  return tool;
}

function boxTool(style: StyleLike, hooks: () => DrawHooks): BoxInteraction {
  const events = {
    onChange: (box: Box) => {
      const [from, , to] = boxRing(box);
      hooks().onSketch(from && to ? { points: [from, to], at: to } : null);
    },
    onEnd: (box: Box) => hooks().onDone({ kind: 'polygons', polygons: [[boxRing(box)]] }),
    onAbandon: () => hooks().onSketch(null),
  };
  return new BoxInteraction(events, style);
}

/** The double click that ends a drawing must not zoom. */
export function pauseDoubleClick(map: OlMap): () => void {
  const paused = map
    .getInteractions()
    .getArray()
    .filter((one) => one instanceof DoubleClickZoom);
  for (const one of paused) one.setActive(false);
  return () => {
    // The click that ended the drawing is still under way; zooming may come back after it.
    setTimeout(() => {
      for (const one of paused) one.setActive(true);
    }, 300);
  };
}

/** Keys that somebody types into a field are not for the map. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button)$/.test(target.type);
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

export type DrawActions = {
  /** Takes the last point back. */
  undo: () => void;
  /** Ends what is drawn with the points that it has, as the double click does. */
  finish: () => void;
};

type Drawer = DrawActions & { stop: () => void };

function drawOnMap(map: OlMap, kind: DrawKind, style: StyleLike, hooks: () => DrawHooks): Drawer {
  const tool = kind === 'Box' ? boxTool(style, hooks) : drawTool(kind, style, hooks);
  const resume = pauseDoubleClick(map);
  map.addInteraction(tool);
  return {
    undo: () => {
      tool.removeLastPoint();
      if (tool instanceof BoxInteraction) hooks().onSketch(null);
    },
    finish: () => {
      if (tool instanceof Draw) tool.finishDrawing();
    },
    stop: () => {
      map.removeInteraction(tool);
      resume();
    },
  };
}

/** Draws one shape after the other, on the map or on the globe in its place, while the caller is shown. */
export function useDraw(
  { map, globe }: Pick<MapStage, 'map' | 'globe'>,
  kind: DrawKind,
  style: StyleLike,
  hooks: DrawHooks,
): DrawActions {
  const latest = useRef(hooks);
  latest.current = hooks;
  const undo = useRef(() => {});
  const finish = useRef(() => {});
  useEffect(() => {
    const now = () => latest.current;
    const drawer =
      globe === null
        ? drawOnMap(map, kind, style, now)
        : drawOnGlobe({ map, globe, kind, style }, now);
    undo.current = drawer.undo;
    finish.current = drawer.finish;
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      const undone = event.key === 'z' && (event.ctrlKey || event.metaKey);
      if (event.key === 'Escape') latest.current.onCancel();
      else if (undone || event.key === 'Backspace') {
        event.preventDefault();
        undo.current();
      }
    };
    const target = globe?.element ?? map.getTargetElement();
    target?.style.setProperty('cursor', 'crosshair');
    window.addEventListener('keydown', onKey);
    return () => {
      drawer.stop();
      target?.style.removeProperty('cursor');
      window.removeEventListener('keydown', onKey);
    };
  }, [map, globe, kind, style]);
  return useMemo(() => ({ undo: () => undo.current(), finish: () => finish.current() }), []);
}
