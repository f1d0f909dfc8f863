import Feature, { type FeatureLike } from 'ol/Feature';
import { defaults as defaultInteractions } from 'ol/interaction/defaults';
import VectorLayer from 'ol/layer/Vector';
import OlMap from 'ol/Map';
import BaseObject from 'ol/Object';
import { unByKey } from 'ol/Observable';
import VectorSource from 'ol/source/Vector';
import View from 'ol/View';
import 'ol/ol.css';
import { type Ground, isDark } from '@scenedock/ui-kit/basemap/nameStyles';
import { firstPicture } from '@scenedock/ui-kit/basemap/packagedLayers';
import { readGeometry } from './features';
import { clipLayer, isShown } from './layerStack';
import { Retries } from './retries';
import {
  AREA,
  FOOTPRINT_HOVER,
  FOOTPRINT_SELECTED,
  footprintStyle,
  MASK,
  MASK_Z,
  type Side,
  Z,
} from './styles';

/** Where the specification starts. */
export const START = { centre: [108.2, 29.07] as [number, number], zoom: 5 };

/** The whole country: west, south, east, north. */
export const NATION: [number, number, number, number] = [73.4, 3.3, 135.2, 53.7];

const MIN_ZOOM = 1;

export type Start = { centre: readonly [number, number] | null; zoom: number | null };

/** What all panes of one map view show. */
export type Shared = {
  view: View;
  /** The footprints that have a row beside the map. */
  footprints: VectorSource;
  area: VectorSource;
  /** What the mask of the system configuration dims. */
  mask: VectorSource;
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
  // The map goes on beyond longitude 180, and so does what lies on it.
  const source = () => new VectorSource({ wrapX: true });
  return {
    view,
    footprints: source(),
    area: source(),
    mask: source(),
    lit: source(),
    pointer: new BaseObject(),
    retries: new Retries(),
  };
}

/** Which footprint the pointer is on and which one is open. */
export type Marks = { hovered: string | null; selected: string | null };

/** What lies under the footprints: a base map, another one right of the swipe bar, very many others. */
type Setting = { ground: Ground; right: Ground | null; crowded: boolean };

/** The name by which tools find the layer of the searched area. */
export const SEARCHED_AREA = 'searchedArea';

/** The name of layers that tools draw on. */
export const SCRATCH = 'scratch';

export type PaneMap = {
  map: OlMap;
  mark: (marks: Marks, setting: Setting) => void;
  /** Where the swipe bar stands, as a part (0 to 1) of the width; null without one. */
  swipe: (at: number | null) => void;
};

type Look = { marks: Marks; ground: Ground };

function footprintLayer(source: VectorSource, zIndex: number, side: Side, look: () => Look) {
  const style = (feature: FeatureLike) => {
    const { marks, ground } = look();
    if (feature.getId() === marks.hovered) return FOOTPRINT_HOVER;
    if (feature.getId() === marks.selected) return FOOTPRINT_SELECTED;
    return footprintStyle(side, isDark(ground));
  };
  return new VectorLayer({ source, zIndex, style });
}

/** Shows a rough picture until the layers of the map are drawn: on a slow machine it would be plain blue for seconds. */
function standIn(map: OlMap): void {
  const picture = firstPicture();
  map.addLayer(picture);
  const key = map.on('rendercomplete', ({ frameState }) => {
    const drawn = new Set(frameState?.layerStatesArray.map(({ layer }) => layer));
    const stack = map.getLayers().getArray().find(isShown);
    if (stack?.getLayerStatesArray().every(({ layer }) => drawn.has(layer)) !== true) return;
    unByKey(key);
    map.removeLayer(picture);
  });
}

/** A map that shows `shared`. */
export function createPaneMap(target: HTMLElement, { view, ...sources }: Shared): PaneMap {
  const looks: Record<Side, Look> = {
    left: { marks: { hovered: null, selected: null }, ground: 'plain' },
    right: { marks: { hovered: null, selected: null }, ground: 'plain' },
  };
  let bar: number | null = null;
  const sideOf = (side: Side) => {
    const look = () => looks[side];
    const layers = [
      footprintLayer(sources.lit, Z.merged, side, look),
      footprintLayer(sources.footprints, Z.page, side, look),
    ];
    for (const layer of layers) {
      layer.set('side', side);
      layer.setVisible(side === 'left');
      clipLayer(layer, ({ part }) => {
        if (bar !== null) part(side === 'left' ? 0 : bar, side === 'left' ? bar : 1);
      });
    }
    return layers;
  };
  const [left, right] = [sideOf('left'), sideOf('right')];
  const area = new VectorLayer({ source: sources.area, zIndex: Z.draw, style: AREA });
  area.set('name', SEARCHED_AREA);
  const mask = new VectorLayer({ source: sources.mask, zIndex: MASK_Z, style: MASK });
  const map = new OlMap({
    target,
    controls: [],
    layers: [mask, area, ...left, ...right],
    interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
    view,
  });
  standIn(map);
  const mark = (marks: Marks, setting: Setting) => {
    looks.left = { marks, ground: setting.ground };
    looks.right = { marks, ground: setting.right ?? setting.ground };
    // The area must be seen through the crowd.
    area.setZIndex(setting.crowded ? Z.merged : Z.draw);
    for (const layer of [...left, ...right]) layer.changed();
  };
  const swipe = (at: number | null) => {
    bar = at;
    for (const layer of right) layer.setVisible(at !== null);
    map.render();
  };
  return { map, mark, swipe };
}

/** Puts one area, or none, into a source. */
export function showArea(source: VectorSource, wkt: string | null): void {
  source.clear(true);
  const geometry = wkt === null ? null : readGeometry(wkt);
  if (geometry === null) source.changed();
  else source.addFeature(new Feature(geometry));
}
