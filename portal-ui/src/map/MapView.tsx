import Box from '@mui/material/Box';
import { useMessages } from '@scenedock/ui-kit';
import { isEmpty } from 'ol/extent';
import Feature from 'ol/Feature';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type BaseMap, baseLayers } from './baseLayers';
import { createMap, HOME, type MapParts } from './createMap';
import { type Footprint, footprintAt, readGeometry, showFootprints } from './features';
import { MapCredit } from './MapCredit';
import { MapTools } from './MapTools';
import { MapStageContext } from './mapStage';
import { useMapTool } from './mapTool';
import { FOOTPRINT, FOOTPRINT_HOVER, FOOTPRINT_SELECTED } from './styles';

export type MapViewProps = {
  footprints: readonly Footprint[];
  area?: string | null;
  hovered?: string | null;
  selected?: string | null;
  /** A WKT to bring into view whenever it changes. */
  focus?: string | null;
  start?: { centre: readonly [number, number] | null; zoom: number | null };
  onHover?: (id: string | null) => void;
  onPick?: (id: string) => void;
  onMoved?: (centre: [number, number], zoom: number) => void;
  /** What stands over the map and works on it. */
  children?: ReactNode;
};

const NOWHERE = { centre: null, zoom: null };

function flyTo(parts: MapParts, wkt: string): void {
  const extent = readGeometry(wkt)?.getExtent();
  if (extent === undefined || isEmpty(extent)) return;
  // The tools stand at the right.
  parts.map.getView().fit(extent, { padding: [40, 64, 40, 40], maxZoom: 9, duration: 500 });
}

/** The map: footprints that answer the pointer, one dashed area, drawing. */
export default function MapView(props: MapViewProps) {
  const m = useMessages();
  const target = useRef<HTMLDivElement>(null);
  const { tool } = useMapTool();
  const latest = useRef({ ...props, tool });
  latest.current = { ...props, tool };
  const [parts, setParts] = useState<MapParts | null>(null);
  const [base, setBase] = useState<BaseMap>('plain');
  const [pointer, setPointer] = useState<readonly [number, number] | null>(null);

  useEffect(() => {
    if (target.current === null) return;
    const made = createMap(target.current, latest.current.start ?? NOWHERE);
    const { map, footprints } = made;
    map.on('pointermove', ({ coordinate, dragging }) => {
      const [lon = 0, lat = 0] = coordinate;
      setPointer([lon, lat]);
      if (dragging || latest.current.tool !== 'none') return;
      const id = footprintAt(footprints, coordinate);
      const cursor = id !== null && latest.current.onPick ? 'pointer' : '';
      map.getTargetElement()?.style.setProperty('cursor', cursor);
      latest.current.onHover?.(id);
    });
    map.on('singleclick', ({ coordinate }) => {
      const id = footprintAt(footprints, coordinate);
      if (id !== null && latest.current.tool === 'none') latest.current.onPick?.(id);
    });
    map.on('moveend', () => {
      const [lon = 0, lat = 0] = map.getView().getCenter() ?? [];
      latest.current.onMoved?.([lon, lat], map.getView().getZoom() ?? HOME.zoom);
    });
    setParts(made);
    return () => {
      map.setTarget(undefined);
      map.dispose();
    };
  }, []);

  useEffect(() => {
    if (parts === null) return;
    const layers = baseLayers(base);
    for (const layer of layers) parts.map.addLayer(layer);
    return () => {
      for (const layer of layers) parts.map.removeLayer(layer);
    };
  }, [parts, base]);

  useEffect(() => {
    if (parts !== null) showFootprints(parts.footprints, props.footprints);
  }, [parts, props.footprints]);

  useEffect(() => {
    parts?.footprintLayer.setStyle((feature) => {
      if (feature.getId() === props.hovered) return FOOTPRINT_HOVER;
      return feature.getId() === props.selected ? FOOTPRINT_SELECTED : FOOTPRINT;
    });
  }, [parts, props.hovered, props.selected]);

  useEffect(() => {
    if (parts === null) return;
    parts.area.clear(true);
    const geometry = props.area ? readGeometry(props.area) : null;
    if (geometry !== null) parts.area.addFeature(new Feature(geometry));
  }, [parts, props.area]);

  useEffect(() => {
    if (parts !== null && props.focus) flyTo(parts, props.focus);
  }, [parts, props.focus]);

  const stage = useMemo(() => (parts === null ? null : { map: parts.map }), [parts]);
  const zoomBy = (delta: number) => {
    const view = parts?.map.getView();
    view?.animate({ zoom: (view.getZoom() ?? HOME.zoom) + delta, duration: 200 });
  };
  return (
    <Box sx={{ position: 'relative', width: '100%', height: '100%', bgcolor: '#a9c9d9' }}>
      <Box
        ref={target}
        role="application"
        aria-label={m.search.map}
        tabIndex={0}
        onMouseLeave={() => {
          setPointer(null);
          props.onHover?.(null);
        }}
        sx={{
          position: 'absolute',
          inset: 0,
          '& .scenedock-drawn-box': {
            border: '2px dashed #c22f23',
            background: 'rgba(194,47,35,.08)',
          },
        }}
      />
      <MapTools
        base={base}
        onBase={setBase}
        onZoom={zoomBy}
        onHome={() =>
          parts?.map.getView().animate({ center: HOME.centre, zoom: HOME.zoom, duration: 400 })
        }
      />
      <MapCredit pointer={pointer} />
      {stage === null ? null : <MapStageContext value={stage}>{props.children}</MapStageContext>}
    </Box>
  );
}
