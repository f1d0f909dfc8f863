import type Feature from 'ol/Feature';
import type { FeatureLike } from 'ol/Feature';
import GeoJSON from 'ol/format/GeoJSON';
import type BaseLayer from 'ol/layer/Base';
import ImageLayer from 'ol/layer/Image';
import TileLayer from 'ol/layer/Tile';
import VectorLayer from 'ol/layer/Vector';
import ImageStatic from 'ol/source/ImageStatic';
import VectorSource from 'ol/source/Vector';
import XYZ from 'ol/source/XYZ';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style from 'ol/style/Style';
import TileGrid from 'ol/tilegrid/TileGrid';
import type { PackagedLayer } from './layerCatalogue';
import { type Ground, labelStyle, lineStyles, SHARP } from './nameStyles';

/** Served with the portal: no request leaves the site. */
export const BASEMAP = '/basemap';

/** Resolutions of the Natural Earth II tiles (EPSG:4326 TMS), degrees per pixel. */
export const RELIEF_RESOLUTIONS = [0.703125, 0.3515625, 0.17578125];

const WORLD = [-180, -90, 180, 90];

const shapes = new Map<string, VectorSource>();

/** The shapes of a file, read once for all maps. */
function geojson(name: string): VectorSource {
  const known = shapes.get(name);
  if (known !== undefined) return known;
  const url = `${BASEMAP}/${name}.json`;
  const source = new VectorSource({ url, format: new GeoJSON<Feature>(), wrapX: false });
  shapes.set(name, source);
  return source;
}

const filled = (color: string) => new Style({ fill: new Fill({ color }) });

/** Land with its coast, up to a resolution. */
function land(maxResolution = Number.POSITIVE_INFINITY): BaseLayer[] {
  const coast = new Style({ stroke: new Stroke({ color: '#8fb3c4', width: 0.7 }) });
  const parts: [string, Style][] = [
    ['land', filled('#ebe8dd')],
    ['provinces', filled('#f8f5ea')],
    ['coast', coast],
  ];
  return parts.map(
    ([name, style]) => new VectorLayer({ maxResolution, source: geojson(name), style }),
  );
}

function relief(): BaseLayer[] {
  const tileGrid = new TileGrid({
    extent: WORLD,
    origin: [-180, 90],
    resolutions: RELIEF_RESOLUTIONS,
    sizes: RELIEF_RESOLUTIONS.map((_, z) => [2 ** (z + 1), 2 ** z]),
  });
  const url = `${BASEMAP}/ne2/{z}/{x}/{-y}.jpg`;
  const source = new XYZ({ projection: 'EPSG:4326', url, wrapX: false, tileGrid });
  return [new TileLayer({ minResolution: SHARP.relief, source }), ...land(SHARP.relief)];
}

function marble(): BaseLayer[] {
  const source = new ImageStatic({
    url: `${BASEMAP}/blue-marble.jpg`,
    imageExtent: WORLD,
    projection: 'EPSG:4326',
  });
  return [new ImageLayer({ minResolution: SHARP.marble, source }), ...land(SHARP.marble)];
}

function lines(ground: Ground, limits: { minResolution?: number; maxResolution?: number } = {}) {
  const styles = lineStyles(ground);
  const style = (feature: FeatureLike) => styles[String(feature.get('k'))];
  return new VectorLayer({ ...limits, source: geojson('lines'), style });
}

function names(ground: Ground): BaseLayer[] {
  const labels = new VectorLayer({
    declutter: true,
    source: geojson('labels'),
    style: labelStyle,
  });
  if (ground !== 'marble') return [lines(ground), labels];
  const far = lines('dark', { minResolution: SHARP.marble });
  return [far, lines('plain', { maxResolution: SHARP.marble }), labels];
}

/** The layers of what ships with the portal, bottom first. */
export function packagedLayers(name: PackagedLayer, ground: Ground): BaseLayer[] {
  if (name === 'relief') return relief();
  if (name === 'marble') return marble();
  return name === 'land' ? land() : names(ground);
}
