import { defaults as defaultInteractions } from 'ol/interaction/defaults';
import VectorLayer from 'ol/layer/Vector';
import OlMap from 'ol/Map';
import VectorSource from 'ol/source/Vector';
import View from 'ol/View';
import 'ol/ol.css';
import { AREA } from './styles';

/** Centre and zoom of the whole country. */
export const HOME = { centre: [104, 36] as [number, number], zoom: 4.1 };

export type MapParts = {
  map: OlMap;
  footprints: VectorSource;
  footprintLayer: VectorLayer;
  area: VectorSource;
};

type Start = { centre: readonly [number, number] | null; zoom: number | null };

/** A map in longitude and latitude with an empty layer for footprints and one for the searched area. */
export function createMap(target: HTMLElement, start: Start): MapParts {
  const footprints = new VectorSource({ wrapX: false });
  const area = new VectorSource({ wrapX: false });
  const footprintLayer = new VectorLayer({ source: footprints, zIndex: 33 });
  const areaLayer = new VectorLayer({ source: area, zIndex: 31, style: AREA });
  const map = new OlMap({
    target,
    controls: [],
    layers: [areaLayer, footprintLayer],
    interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
    view: new View({
      projection: 'EPSG:4326',
      center: [...(start.centre ?? HOME.centre)],
      zoom: start.zoom ?? HOME.zoom,
      minZoom: 1,
      maxZoom: 16,
      extent: [-180, -90, 180, 90],
      constrainOnlyCenter: true,
      enableRotation: false,
    }),
  });
  return { map, footprints, footprintLayer, area };
}
