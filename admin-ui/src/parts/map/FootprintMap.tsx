import { type MapConfig, tokens } from '@scenedock/ui-kit';
import 'ol/ol.css';
import { defaults as defaultControls } from 'ol/control/defaults';
import VectorLayer from 'ol/layer/Vector';
import OlMap from 'ol/Map';
import VectorSource from 'ol/source/Vector';
import View from 'ol/View';
import { useEffect, useRef, useState } from 'react';
import { features } from './features';
import { look } from './look';
import { useBaseMap } from './useBaseMap';
import { type MapDrawing, useDrawing } from './useDrawing';

const PROJECTION = 'EPSG:4326';
/** All of China, in degrees. */
const HOME_EXTENT = [73, 17, 136, 54];

const PAINT = tokens.deskMap;

const FOOTPRINT = look(PAINT.footprint, 2, PAINT.footprintFill);

/** What the table points at: the action colour over a casing of the opposite lightness. */
const HIGHLIGHT = [look(tokens.map.white, 5), look(PAINT.pointed, 2.5, PAINT.pointedFill)];
/** What is being drawn. */
const SKETCH = look(PAINT.pointed, 2, PAINT.pointedFill);

/** How long the map travels, in milliseconds. */
const FLIGHT = 300;

/** Footprints lie over the ground and under the names. */
const FOOTPRINTS_Z = 30;

function buildMap(target: HTMLElement, source: VectorSource, highlights: VectorSource): OlMap {
  const zIndex = FOOTPRINTS_Z;
  const footprint = new VectorLayer({ source, style: FOOTPRINT, zIndex });
  const highlight = new VectorLayer({ source: highlights, style: HIGHLIGHT, zIndex });
  const map = new OlMap({
    target,
    controls: defaultControls({ attribution: false, rotate: false }),
    layers: [footprint, highlight],
    view: new View({ projection: PROJECTION, center: [104, 35], zoom: 3, maxZoom: 14 }),
  });
  return map;
}

/** Some land around it tells where a footprint is. */
function show(map: OlMap, source: VectorSource, duration: number) {
  map.getView().cancelAnimations();
  map.getView().fit((source.isEmpty() ? null : source.getExtent()) ?? HOME_EXTENT, {
    padding: [64, 64, 64, 64],
    maxZoom: 8,
    duration,
  });
}

interface FootprintMapProps {
  /** Empty: there is none. */
  wkt: string;
  /** The base map of the configuration; null until it is known. */
  basemap: MapConfig['basemap'] | null;
  label: string;
  /** Footprints to bring out. */
  highlights: readonly string[];
  /** The footprint to go to; null: the whole. */
  focus: string | null;
  /** What is drawn on it by hand; left out where nothing can be. */
  drawing?: MapDrawing | undefined;
}

interface Stage {
  map: OlMap;
  whole: VectorSource;
  highlights: VectorSource;
}

function useStage() {
  const target = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  useEffect(() => {
    if (!target.current) {
      return;
    }
    const whole = new VectorSource();
    const highlights = new VectorSource();
    const map = buildMap(target.current, whole, highlights);
    setStage({ map, whole, highlights });
    return () => map.setTarget(undefined);
  }, []);
  return { target, stage };
}

/** Puts the footprint on the map and goes there, unless it was drawn there by hand. */
function useFootprintOn(stage: Stage | null, wkt: string, drawn: { current: boolean }) {
  useEffect(() => {
    if (!stage) return;
    stage.whole.clear();
    stage.whole.addFeatures(features(wkt === '' ? [] : [wkt]));
    if (!drawn.current) show(stage.map, stage.whole, 0);
    drawn.current = false;
  }, [stage, wkt, drawn]);
}

/** The drawing, which says when a shape is drawn by hand. */
function noticed(drawing: MapDrawing | undefined, drawn: { current: boolean }) {
  if (drawing === undefined) return undefined;
  const onDrawn = (wkt: string) => {
    drawn.current = true;
    drawing.onDrawn(wkt);
  };
  return { ...drawing, onDrawn };
}

/** The combined footprint over the base map; arrow keys and +/- move it once it has the focus. */
export default function FootprintMap(props: FootprintMapProps) {
  const { wkt, label, highlights, focus } = props;
  const { target, stage } = useStage();
  const drawn = useRef(false);
  useBaseMap(stage?.map ?? null, props.basemap);
  useFootprintOn(stage, wkt, drawn);
  useDrawing(stage?.map ?? null, noticed(props.drawing, drawn), SKETCH);
  const key = highlights.join('\n');
  useEffect(() => {
    stage?.highlights.clear();
    stage?.highlights.addFeatures(features(key === '' ? [] : key.split('\n')));
  }, [stage, key]);
  const went = useRef(false);
  useEffect(() => {
    if (!stage || (focus === null && !went.current)) {
      return;
    }
    went.current = focus !== null;
    const aim = focus === null ? stage.whole : new VectorSource({ features: features([focus]) });
    show(stage.map, aim, FLIGHT);
  }, [stage, focus]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: OpenLayers moves the map by keyboard when it has the focus
    <section ref={target} aria-label={label} tabIndex={0} style={{ background: tokens.map.sea }} />
  );
}
