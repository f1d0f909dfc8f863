import Box from '@mui/material/Box';
import type { Footprints } from '@scenedock/ui-kit';
import type OlMap from 'ol/Map';
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useConfig } from '../parts/useConfig';
import { createShared, showArea } from './createMap';
import { type Footprint, footprintAt, showFootprints } from './features';
import { flyToLook, flyToWkt, standAtWkt, stepBackLater } from './fly';
import { GlobeBoundary, GlobeLoading } from './GlobeBoundary';
import { maxZoomOf } from './layerCatalogue';
import { MapPanes } from './MapPanes';
import { EnsureMapLayers, useMapLayers } from './mapLayers';
import { type MapMode, useMapMode } from './mapMode';
import { type GlobeStage, MapStageContext } from './mapStage';
import { useMapTool } from './mapTool';
import { flatLayers } from './paneLayers';
import { Readout } from './Readout';
import { SEA } from './styles';
import { Unreachable } from './Unreachable';
import { useLit, useMany } from './useMany';
import { useMask } from './useMask';
import { useReach } from './useReach';
import { ViewControls } from './ViewControls';
import { useWholeStart, wholeView } from './wholeView';

const Globe = lazy(() => import('../globe/Globe'));

export type MapViewProps = {
  footprints: readonly Footprint[];
  /** Everything that was found, up to a hundred thousand; drawn below `footprints`. */
  many?: Footprints | null;
  area?: string | null;
  hovered?: string | null;
  selected?: string | null;
  /** A WKT to bring into view whenever it changes. */
  focus?: string | null;
  /** After flying to `focus`, goes back two levels, as the map of a single scene does. */
  stepBack?: boolean;
  start?: { centre: readonly [number, number] | null; zoom: number | null };
  /** A screen of its own, with panes, comparison and globe in the address; so is a map that says where it stands. */
  full?: boolean;
  onHover?: (id: string | null) => void;
  onPick?: (id: string) => void;
  onMoved?: (centre: [number, number], zoom: number) => void;
  /** What stands over the map and works on it. */
  children?: ReactNode;
};

const NOWHERE = { centre: null, zoom: null };

/** The map: footprints that answer the pointer, one dashed area, base layers, tools. */
export default function MapView(props: MapViewProps) {
  return (
    <EnsureMapLayers>
      <LayeredMap {...props} />
    </EnsureMapLayers>
  );
}

function LayeredMap(props: MapViewProps) {
  const { list: all, extent } = useMapLayers();
  const { tool, setTool } = useMapTool();
  const full = props.full ?? props.onMoved !== undefined;
  const { mode, change } = useMapMode(full);
  const list = useMemo(() => (mode.dim === 3 ? all : flatLayers(all)), [all, mode.dim]);
  const maxZoom = maxZoomOf(list.map(({ info }) => info));
  const [shared] = useState(() => createShared(props.start ?? NOWHERE, maxZoom));
  const [map, setMap] = useState<OlMap | null>(null);
  const [globeZoom, setZoom] = useState<{ by: (delta: number) => void } | null>(null);
  const setGlobeZoom = useCallback(
    (by: ((delta: number) => void) | null) => setZoom(by === null ? null : { by }),
    [],
  );
  const [hovered, setHovered] = useState<string | null>(null);
  const [globe, setGlobe] = useState<GlobeStage | null>(null);
  const onMode = (part: Partial<MapMode>) => {
    // What is half drawn on one of them cannot go on on the other.
    if (part.dim !== undefined) setTool('none');
    change(part);
  };
  // The globe cannot edit: who begins that, from the conditions say, is brought back to the map.
  const stuck = tool === 'editArea' && mode.dim === 3;
  useEffect(() => {
    if (stuck) change({ dim: 2 });
  }, [stuck, change]);
  const compared = mode.panes > 1 || mode.swipe;
  const shown = list.filter(({ info, visible }) => visible || (compared && info.role === 'base'));
  const { lacks, onReach, dismiss, forget, notice } = useReach(shown.map(({ info }) => info.id));
  const retry = (id: string) => {
    forget(id);
    shared.retries.ask(id);
  };
  const many = useMany(props.many);
  const latest = useRef({ ...props, tool, many });
  latest.current = { ...props, tool, many };
  const { view } = shared;

  useMask(shared, useConfig().map.mask ?? null);
  useEffect(() => view.setMaxZoom(maxZoom), [view, maxZoom]);
  useEffect(() => showFootprints(shared.footprints, props.footprints), [shared, props.footprints]);
  useEffect(() => showArea(shared.area, props.area ?? null), [shared, props.area]);
  // A map that is part of a page is there for what it is about.
  const embedded = useRef(!full);
  const [wanted] = useState(() => !props.start?.zoom && !props.focus);
  useWholeStart({ view, map, extent, wanted });
  useEffect(() => {
    if (map === null || !props.focus) return;
    const go = embedded.current ? standAtWkt : flyToWkt;
    embedded.current = false;
    const found = go(view, props.focus, map.getSize() ?? []);
    return found && props.stepBack ? stepBackLater(view) : undefined;
  }, [map, view, props.focus, props.stepBack]);
  useEffect(() => {
    if (map === null) return;
    const ended = () => {
      const [lon = 0, lat = 0] = view.getCenter() ?? [];
      latest.current.onMoved?.([lon, lat], view.getZoom() ?? 0);
    };
    map.on('moveend', ended);
    return () => map.un('moveend', ended);
  }, [map, view]);

  const marks = useMemo(
    () => ({ hovered: props.hovered ?? hovered, selected: props.selected ?? null }),
    [props.hovered, hovered, props.selected],
  );
  useLit(shared, many, [marks.hovered, marks.selected]);
  const pick = useCallback((id: string) => latest.current.onPick?.(id), []);
  const hover = useCallback((id: string | null) => {
    const { onHover, onPick } = latest.current;
    // Where nothing comes of it, nothing lights up.
    if (onHover === undefined && onPick === undefined) return;
    setHovered(id);
    onHover?.(id);
  }, []);
  const pointer = useMemo(
    () => ({
      at: (place: number[]) =>
        footprintAt(shared.footprints, place) ?? latest.current.many?.at(place) ?? null,
      onHover: hover,
      onPick: pick,
      onLeave: () => hover(null),
      taken: () => latest.current.tool !== 'none',
      pickable: props.onPick !== undefined,
    }),
    [shared, hover, pick, props.onPick],
  );
  const stage = useMemo(() => {
    if (map === null) return null;
    const home = () => flyToLook(view, wholeView(view, map.getSize() ?? [], extent));
    return { map, globe, home };
  }, [map, globe, view, extent]);
  const zoomBy = (delta: number) => {
    if (globeZoom !== null) globeZoom.by(delta);
    else view.animate({ zoom: (view.getZoom() ?? 0) + delta, duration: 200 });
  };
  const flat = mode.dim === 2;
  return (
    <Box
      sx={{
        position: 'relative',
        width: '100%',
        height: '100%',
        bgcolor: SEA,
        containerType: 'inline-size',
      }}
    >
      <Box sx={{ visibility: flat ? 'visible' : 'hidden', position: 'absolute', inset: 0 }}>
        <MapPanes
          mode={mode}
          shared={shared}
          many={many?.packed ?? null}
          marks={marks}
          pointer={pointer}
          onMode={change}
          onReach={onReach}
          onMap={setMap}
        />
      </Box>
      {flat || map === null ? null : (
        <Box sx={{ position: 'absolute', inset: 0 }}>
          <GlobeBoundary onFlat={() => change({ dim: 2 })}>
            <Suspense fallback={<GlobeLoading />}>
              <Globe
                map={map}
                shared={shared}
                many={many}
                marks={marks}
                pointer={pointer}
                layers={list}
                onReach={onReach}
                onZoom={setGlobeZoom}
                onStage={setGlobe}
              />
            </Suspense>
          </GlobeBoundary>
        </Box>
      )}
      {stage === null ? null : <MapStageContext value={stage}>{props.children}</MapStageContext>}
      {map === null ? null : <Readout map={map} pointer={shared.pointer} layers={list} />}
      <ViewControls
        mode={mode}
        full={full}
        lacks={lacks}
        density={many !== null}
        onMode={onMode}
        onZoom={zoomBy}
      />
      {notice === null ? null : <Unreachable {...notice} onRetry={retry} onClose={dismiss} />}
    </Box>
  );
}
