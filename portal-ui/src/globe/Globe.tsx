import { PolylineCollection } from '@cesium/engine';
import Box from '@mui/material/Box';
import { useMessages } from '@scenedock/ui-kit';
import { isEmpty } from 'ol/extent';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Marks, Shared } from '../map/createMap';
import { readGeometry } from '../map/features';
import { GlobeLoading } from '../map/GlobeBoundary';
import { groundOf, type OnReach } from '../map/layerStack';
import type { LayerState } from '../map/layerStates';
import { isDark } from '../map/nameStyles';
import type { Many } from '../map/useMany';
import type { PointerHandlers } from '../map/usePointer';
import { flatAsLook, flyToBounds, lookAsFlat, pressKey, step } from './camera';
import { createGlobe, type GlobeWidget } from './createGlobe';
import { GroundLayers } from './globeLayers';
import { addNames } from './names';
import { drawOutlines } from './outlines';
import { useGlobePointer } from './useGlobePointer';

export type GlobeProps = {
  shared: Shared;
  many: Many | null;
  marks: Marks;
  pointer: PointerHandlers;
  layers: readonly LayerState[];
  focus: string | null;
  onReach: OnReach;
  /** Lends out what the zoom buttons do. */
  onZoom: (zoom: ((delta: number) => void) | null) => void;
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

function useWidget(container: React.RefObject<HTMLDivElement | null>, { view }: Shared) {
  const [widget, setWidget] = useState<GlobeWidget | null>(null);
  const [drawn, setDrawn] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => {
    if (container.current === null) return;
    try {
      const made = createGlobe(container.current);
      lookAsFlat(made, view);
      made.scene.camera.moveEnd.addEventListener(() => flatAsLook(made, view));
      const first = made.scene.postRender.addEventListener(() => {
        first();
        setDrawn(true);
      });
      made.scene.renderError.addEventListener((_: unknown, error: unknown) => setFault(error));
      setWidget(made);
      let alive = true;
      void addNames(made.scene, () => alive);
      return () => {
        alive = false;
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
  const { shared, many, marks, layers, focus, onReach, onZoom } = props;
  const container = useRef<HTMLDivElement>(null);
  const { widget, drawn, fault } = useWidget(container, shared);
  const [lines, setLines] = useState<PolylineCollection | null>(null);
  const changes = useChanges(shared);
  const packed = many?.packed ?? null;
  const onDark = isDark(groundOf(layers));

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
    drawOutlines(lines, shared, marks, onDark);
    widget.scene.requestRender();
  }, [widget, lines, shared, marks, onDark, changes]);
  const flown = useRef(focus);
  useEffect(() => {
    if (widget === null || focus === null || focus === flown.current) return;
    flown.current = focus;
    const extent = readGeometry(focus)?.getExtent();
    if (extent !== undefined && !isEmpty(extent)) flyToBounds(widget, extent);
  }, [widget, focus]);
  useGlobePointer(widget, shared.pointer, props.pointer);
  // The boundary around the globe says what to do.
  if (fault !== null) throw fault;

  return (
    <Box sx={{ position: 'absolute', inset: 0, bgcolor: '#0b2233' }}>
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
      {drawn ? null : <GlobeLoading />}
    </Box>
  );
}
