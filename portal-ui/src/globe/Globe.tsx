import { PointPrimitiveCollection, PolylineCollection } from '@cesium/engine';
import Box from '@mui/material/Box';
import { tokens, useMessages } from '@scenedock/ui-kit';
import { isDark } from '@scenedock/ui-kit/basemap/nameStyles';
import type OlMap from 'ol/Map';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Marks, SEARCHED_AREA, type Shared } from '../map/createMap';
import { GlobeLoading } from '../map/GlobeBoundary';
import { groundOf, type OnReach } from '../map/layerStack';
import type { LayerState } from '../map/layerStates';
import type { GlobeStage } from '../map/mapStage';
import type { ManyFootprints } from '../map/useMany';
import type { PointerHandlers } from '../map/usePointer';
import { flatAsLook, lookAsFlat, pressKey, resolutionOf, step } from './camera';
import { createGlobe, type GlobeWidget } from './createGlobe';
import { GroundLayers } from './globeLayers';
import { stageOf } from './globeStage';
import { GlobeNames } from './names';
import { drawOutlines } from './outlines';
import { drawMarks, marksOf, onScratch } from './scratch';
import { useGlobePointer } from './useGlobePointer';

export type GlobeProps = {
  /** The map that the globe stands in for: tools draw on it, and its view follows the globe and leads it. */
  map: OlMap;
  shared: Shared;
  many: ManyFootprints | null;
  marks: Marks;
  pointer: PointerHandlers;
  layers: readonly LayerState[];
  onReach: OnReach;
  /** Lends out what the zoom buttons do. */
  onZoom: (zoom: ((delta: number) => void) | null) => void;
  /** Lends out what tools need. */
  onStage: (stage: GlobeStage | null) => void;
};

/** Whether anything of `shared` has changed is said by its sources. */
function useChanges({ footprints, area, lit }: Shared): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const count = () => setChanges((before) => before + 1);
    const sources = [footprints, area, lit];
    for (const source of sources) source.on('change', count);
    return () => {
      for (const source of sources) source.un('change', count);
    };
  }, [footprints, area, lit]);
  return changes;
}

/** The view goes where the globe goes, and the globe where something takes the view; the answer ends it. */
function follow(widget: GlobeWidget, view: Shared['view']): () => void {
  let own = false;
  lookAsFlat(widget, view);
  widget.scene.camera.moveEnd.addEventListener(() => {
    if (view.getAnimating()) return;
    own = true;
    flatAsLook(widget, view);
    own = false;
  });
  const led = () => {
    if (!own) lookAsFlat(widget, view);
  };
  view.on(['change:center', 'change:resolution'], led);
  return () => view.un(['change:center', 'change:resolution'], led);
}

/** Whether the map shows the searched area: the legend may have hidden it. */
function useAreaShown(map: OlMap): boolean {
  const [visible, setVisible] = useState(true);
  useEffect(() => {
    const layer = map
      .getLayers()
      .getArray()
      .find((one) => one.get('name') === SEARCHED_AREA);
    if (layer === undefined) return;
    const look = () => setVisible(layer.getVisible());
    look();
    layer.on('change:visible', look);
    return () => layer.un('change:visible', look);
  }, [map]);
  return visible;
}

/** The names of the base map, while they are shown. */
function useNames(widget: GlobeWidget | null, layers: readonly LayerState[], dark: boolean): void {
  const names = layers.find(({ info, visible }) => visible && info.source === 'names');
  const { url = '', raster = true, english = false } = names?.info.drawing ?? {};
  useEffect(() => {
    if (widget === null || raster || url === '') return;
    const made = new GlobeNames(widget, { url, english, dark });
    return () => made.dispose();
  }, [widget, url, raster, english, dark]);
}

/** What tools have drawn on the map is drawn on the globe, too. */
function useScratch(widget: GlobeWidget | null, map: OlMap, resolution: number): void {
  useEffect(() => {
    if (widget === null) return;
    const { primitives } = widget.scene;
    const drawn = { lines: new PolylineCollection(), points: new PointPrimitiveCollection() };
    primitives.add(drawn.lines);
    primitives.add(drawn.points);
    const draw = () => {
      drawMarks(drawn, marksOf(map), resolution);
      widget.scene.requestRender();
    };
    draw();
    const stop = onScratch(map, draw);
    return () => {
      stop();
      if (widget.scene.isDestroyed()) return;
      primitives.remove(drawn.lines);
      primitives.remove(drawn.points);
    };
  }, [widget, map, resolution]);
}

/** How much nearer the globe is before lines are drawn anew for it. */
const STEP = 1.2;

/** Degrees for a pixel where the globe stands still, as far as lines are drawn by it. */
function useResolution(widget: GlobeWidget | null): number {
  const [resolution, setResolution] = useState(0.05);
  useEffect(() => {
    if (widget === null) return;
    const stood = () => {
      const now = resolutionOf(widget);
      setResolution((before) => (Math.abs(Math.log(now / before)) < Math.log(STEP) ? before : now));
    };
    stood();
    return widget.scene.camera.moveEnd.addEventListener(stood);
  }, [widget]);
  return resolution;
}

function useWidget(container: React.RefObject<HTMLDivElement | null>, { view }: Shared) {
  const [widget, setWidget] = useState<GlobeWidget | null>(null);
  const [drawn, setDrawn] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => {
    if (container.current === null) return;
    try {
      const made = createGlobe(container.current);
      const unlead = follow(made, view);
      const first = made.scene.postRender.addEventListener(() => {
        first();
        setDrawn(true);
      });
      made.scene.renderError.addEventListener((_: unknown, error: unknown) => setFault(error));
      setWidget(made);
      return () => {
        unlead();
        setWidget(null);
        made.destroy();
      };
    } catch (error) {
      setFault(error);
    }
  }, [container, view]);
  return { widget, drawn, fault };
}

/** The globe with everything that the flat map shows. */
export default function Globe(props: GlobeProps) {
  const m = useMessages();
  const { map, shared, many, marks, layers, onReach, onZoom, onStage } = props;
  const container = useRef<HTMLDivElement>(null);
  const over = useRef<HTMLDivElement>(null);
  const { widget, drawn, fault } = useWidget(container, shared);
  const [lines, setLines] = useState<PolylineCollection | null>(null);
  const changes = useChanges(shared);
  const packed = many?.packed ?? null;
  const onDark = isDark(groundOf(layers));
  const areaShown = useAreaShown(map);
  const resolution = useResolution(widget);

  useEffect(() => {
    if (widget === null) return;
    const made = new PolylineCollection();
    widget.scene.primitives.add(made);
    setLines(made);
    onZoom((delta) => step(widget, delta));
    return () => onZoom(null);
  }, [widget, onZoom]);
  const ground = useMemo(
    () => (widget === null ? null : new GroundLayers(widget.scene, onReach)),
    [widget, onReach],
  );
  useEffect(() => ground?.lay(layers, packed), [ground, layers, packed]);
  useEffect(() => shared.retries.on((id) => ground?.again(id)), [shared, ground]);
  useEffect(() => {
    if (widget === null || lines === null || changes < 0) return;
    drawOutlines(lines, shared, { marks, area: areaShown, onDark, resolution });
    widget.scene.requestRender();
  }, [widget, lines, shared, marks, onDark, changes, areaShown, resolution]);
  useNames(widget, layers, onDark);
  useScratch(widget, map, resolution);
  useEffect(() => {
    if (widget === null || container.current === null || over.current === null) return;
    onStage(stageOf(widget, container.current, over.current));
    return () => onStage(null);
  }, [widget, onStage]);
  useGlobePointer(widget, shared.pointer, props.pointer);
  // The boundary around the globe says what to do.
  if (fault !== null) throw fault;

  return (
    <Box sx={{ position: 'absolute', inset: 0, bgcolor: tokens.map.space }}>
      <Box
        ref={container}
        role="application"
        aria-label={m.map.globeLabel}
        tabIndex={0}
        onMouseLeave={props.pointer.onLeave}
        onKeyDown={(event) => {
          if (widget !== null && pressKey(widget, event.key)) event.preventDefault();
        }}
        sx={{
          position: 'absolute',
          inset: 0,
          '&:focus-visible': {
            outline: '2px solid',
            outlineColor: 'warning.main',
            outlineOffset: -2,
          },
        }}
      />
      <Box
        ref={over}
        sx={{ position: 'absolute', inset: 0, overflow: 'hidden', pointerEvents: 'none' }}
      />
      {drawn ? null : <GlobeLoading />}
    </Box>
  );
}
