import Feature, { type FeatureLike } from 'ol/Feature';
import { defaults as defaultInteractions } from 'ol/interaction/defaults';
import VectorLayer from 'ol/layer/Vector';
import OlMap from 'ol/Map';
import BaseObject from 'ol/Object';
import VectorSource from 'ol/source/Vector';
import View from 'ol/View';
import 'ol/ol.css';
import { readGeometry } from './features';
import { type Ground, isDark } from './nameStyles';
import { Retries } from './retries';
import {
  AREA,
  FOOTPRINT,
  FOOTPRINT_HOVER,
  FOOTPRINT_ON_DARK,
  FOOTPRINT_SELECTED,
  Z,
} from './styles';

/** Where the specification starts. */
export const START = { centre: [108.2, 29.07] as [number, number], zoom: 5 };

/** The whole country: west, south, east, north. */
export const NATION: [number, number, number, number] = [73.4, 3.3, 135.2, 53.7];

export const MIN_ZOOM = 1;

export type Start = { centre: readonly [number, number] | null; zoom: number | null };

/** What all panes of one map view show. */
export type Shared = {
  view: View;
  /** The footprints that have a row beside the map. */
  footprints: VectorSource;
  area: VectorSource;
  /** The hovered and the selected one of very many footprints. */
  lit: VectorSource;
  /** Where the pointer is, in whichever pane: `at`. */
  pointer: BaseObject;
  retries: Retries;
};

/** Longitude and latitude; the centre stays on the Earth. */
export function createShared(start: Start, maxZoom: number): Shared {
  const view = new View({
    projection: 'EPSG:4326',
    center: [...(start.centre ?? START.centre)],
    zoom: start.zoom ?? START.zoom,
    minZoom: MIN_ZOOM,
    maxZoom,
    extent: [-180, -90, 180, 90],
    constrainOnlyCenter: true,
    enableRotation: false,
  });
  const source = () => new VectorSource({ wrapX: false });
  return {
    view,
    footprints: source(),
    area: source(),
    lit: source(),
    pointer: new BaseObject(),
    retries: new Retries(),
  };
}

/** Which footprint the pointer is on and which one is open. */
export type Marks = { hovered: string | null; selected: string | null };

/** What lies under the footprints: a base map, very many others. */
export type Setting = { ground: Ground; crowded: boolean };

/** The name by which tools find the layer of the searched area. */
export const SEARCHED_AREA = 'searchedArea';

export type PaneMap = { map: OlMap; mark: (marks: Marks, setting: Setting) => void };

/** A map that shows `shared`. */
export function createPaneMap(target: HTMLElement, { view, ...sources }: Shared): PaneMap {
  let marks: Marks = { hovered: null, selected: null };
  let under: Ground = 'plain';
  const style = (feature: FeatureLike) => {
    if (feature.getId() === marks.hovered) return FOOTPRINT_HOVER;
    if (feature.getId() === marks.selected) return FOOTPRINT_SELECTED;
    return isDark(under) ? FOOTPRINT_ON_DARK : FOOTPRINT;
  };
  const lit = new VectorLayer({ source: sources.lit, zIndex: Z.merged, style });
  const rows = new VectorLayer({ source: sources.footprints, zIndex: Z.page, style });
  const area = new VectorLayer({ source: sources.area, zIndex: Z.draw, style: AREA });
  area.set('name', SEARCHED_AREA);
  const map = new OlMap({
    target,
    controls: [],
    layers: [area, lit, rows],
    interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
    view,
  });
  const mark = (next: Marks, { ground, crowded }: Setting) => {
    marks = next;
    under = ground;
    // The area must be seen through the crowd.
    area.setZIndex(crowded ? Z.merged : Z.draw);
    lit.changed();
    rows.changed();
  };
  return { map, mark };
}

/** Puts one area, or none, into a source. */
export function showArea(source: VectorSource, wkt: string | null): void {
  source.clear(true);
  const geometry = wkt === null ? null : readGeometry(wkt);
  if (geometry === null) source.changed();
  else source.addFeature(new Feature(geometry));
}
