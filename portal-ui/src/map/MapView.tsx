import Box from '@mui/material/Box';
import type { Footprints } from '@scenedock/ui-kit';
import { useConfig } from '@scenedock/ui-kit';
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
import { createShared, type Shared, showArea } from './createMap';
import { type Footprint, footprintAt, showFootprints } from './features';
import { flyToLook, flyToWkt, standAtWkt, stepBackLater } from './fly';
import { GlobeBoundary, GlobeLoading } from './GlobeBoundary';
import { maxZoomOf } from './layerCatalogue';
import { MapPanes } from './MapPanes';
import { EnsureMapLayers, useMapLayers } from './mapLayers';
import { type MapMode, useMapMode } from './mapMode';
import { type GlobeStage, MapStageContext } from './mapStage';
import { type MapTool, useMapTool } from './mapTool';
import { flatLayers } from './paneLayers';
import { Readout } from './Readout';
import { SEA } from './styles';
import { Unreachable } from './Unreachable';
import { useHighlightedFootprints, useManyFootprints } from './useMany';
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

const GROUND = {
  position: 'relative',
  width: '100%',
  height: '100%',
  bgcolor: SEA,
  containerType: 'inline-size',
} as const;

const NOWHERE = { centre: null, zoom: null };

/** The map: footprints that answer the pointer, one dashed area, base layers, tools. */
export default function MapView(props: MapViewProps) {
  return (
    <EnsureMapLayers>
      <LayeredMap {...props} />
    </EnsureMapLayers>
  );
}

/** What stands on every pane and on the globe is brought up to what the page asks for. */
function useContents(shared: Shared, maxZoom: number, { footprints, area }: MapViewProps) {
  useMask(shared, useConfig().map.mask ?? null);
  useEffect(() => shared.view.setMaxZoom(maxZoom), [shared, maxZoom]);
  useEffect(() => showFootprints(shared.footprints, footprints), [shared, footprints]);
  useEffect(() => showArea(shared.area, area ?? null), [shared, area]);
}

/** Where the map stands: it goes to what is asked for, and says where it came to rest. */
function useViewPosition(
  { view }: Shared,
  map: OlMap | null,
  { focus, stepBack, onMoved }: MapViewProps,
  full: boolean,
) {
  const moved = useRef(onMoved);
  moved.current = onMoved;
  // A map that is part of a page is there for what it is about.
  const embedded = useRef(!full);
  useEffect(() => {
    if (map === null || !focus) return;
    const go = embedded.current ? standAtWkt : flyToWkt;
    embedded.current = false;
    const found = go(view, focus, map.getSize() ?? []);
    return found && stepBack ? stepBackLater(view) : undefined;
  }, [map, view, focus, stepBack]);
  useEffect(() => {
    if (map === null) return;
    const ended = () => {
      const [lon = 0, lat = 0] = view.getCenter() ?? [];
      moved.current?.([lon, lat], view.getZoom() ?? 0);
    };
    map.on('moveend', ended);
    return () => map.un('moveend', ended);
  }, [map, view]);
}

/** What the pointer finds, and which footprints stand out for it. */
function usePointer(shared: Shared, props: MapViewProps, tool: MapTool) {
  const many = useManyFootprints(props.many);
  const latest = useRef({ ...props, tool, many });
  latest.current = { ...props, tool, many };
  const [hovered, setHovered] = useState<string | null>(null);
  const marks = useMemo(
    () => ({ hovered: props.hovered ?? hovered, selected: props.selected ?? null }),
    [props.hovered, hovered, props.selected],
  );
  useHighlightedFootprints(shared, many, [marks.hovered, marks.selected]);
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
      at: (position: number[]) =>
        footprintAt(shared.footprints, position) ?? latest.current.many?.at(position) ?? null,
      onHover: hover,
      onPick: pick,
      onLeave: () => hover(null),
      taken: () => latest.current.tool !== 'none',
      pickable: props.onPick !== undefined,
    }),
    [shared, hover, pick, props.onPick],
  );
  return { many, marks, pointer };
}

/** Flat or a globe; what is half drawn on one of them cannot go on on the other. */
function useDimension(full: boolean) {
  const { tool, setTool } = useMapTool();
  const { mode, change } = useMapMode(full);
  const onMode = (part: Partial<MapMode>) => {
    if (part.dim !== undefined) setTool('none');
    change(part);
  };
  // The globe cannot edit: who begins that, from the conditions say, is brought back to the map.
  const stuck = tool === 'editArea' && mode.dim === 3;
  useEffect(() => {
    if (stuck) change({ dim: 2 });
  }, [stuck, change]);
  return { tool, mode, change, onMode };
}

/** The globe once it is there, and how to zoom and leave it. */
function useGlobe() {
  const [zoom, setZoom] = useState<{ by: (delta: number) => void } | null>(null);
  const onZoom = useCallback(
    (by: ((delta: number) => void) | null) => setZoom(by === null ? null : { by }),
    [],
  );
  const [stage, setStage] = useState<GlobeStage | null>(null);
  return { zoom, onZoom, stage, setStage };
}

function LayeredMap(props: MapViewProps) {
  const { list: all, extent } = useMapLayers();
  const full = props.full ?? props.onMoved !== undefined;
  const { tool, mode, change, onMode } = useDimension(full);
  const list = useMemo(() => (mode.dim === 3 ? all : flatLayers(all)), [all, mode.dim]);
  const maxZoom = maxZoomOf(list.map(({ info }) => info));
  const [shared] = useState(() => createShared(props.start ?? NOWHERE, maxZoom));
  const [map, setMap] = useState<OlMap | null>(null);
  const globe = useGlobe();
  const compared = mode.panes > 1 || mode.swipe;
  const visibleLayers = list.filter(
    ({ info, visible }) => visible || (compared && info.role === 'base'),
  );
  const { lacks, onReach, dismiss, forget, notice } = useReach(
    visibleLayers.map(({ info }) => info.id),
  );
  const retry = (id: string) => {
    forget(id);
    shared.retries.ask(id);
  };
  const { view } = shared;
  useContents(shared, maxZoom, props);
  const [startsWhole] = useState(() => !props.start?.zoom && !props.focus);
  useWholeStart({ view, map, extent, enabled: startsWhole });
  useViewPosition(shared, map, props, full);
  const { many, marks, pointer } = usePointer(shared, props, tool);
  const stage = useMemo(() => {
    if (map === null) return null;
    const home = () => flyToLook(view, wholeView(view, map.getSize() ?? [], extent));
    return { map, globe: globe.stage, home };
  }, [map, globe.stage, view, extent]);
  const zoomBy = (delta: number) => {
    if (globe.zoom !== null) globe.zoom.by(delta);
    else view.animate({ zoom: (view.getZoom() ?? 0) + delta, duration: 200 });
  };
  const flat = mode.dim === 2;
  const common = { shared, marks, pointer, onReach };
  return (
    <Box sx={GROUND}>
      <Box sx={{ visibility: flat ? 'visible' : 'hidden', position: 'absolute', inset: 0 }}>
        <MapPanes
          {...common}
          mode={mode}
          many={many?.packed ?? null}
          onMode={change}
          onMap={setMap}
        />
      </Box>
      {flat || map === null ? null : (
        <Box sx={{ position: 'absolute', inset: 0 }}>
          <GlobeBoundary onFlat={() => change({ dim: 2 })}>
            <Suspense fallback={<GlobeLoading />}>
              <Globe
                {...common}
                map={map}
                many={many}
                layers={list}
                onZoom={globe.onZoom}
                onStage={globe.setStage}
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
