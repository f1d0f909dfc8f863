import { getTopLeft } from 'ol/extent';
import { get as projectionOf } from 'ol/proj';
import type TileSource from 'ol/source/Tile';
import TileArcGISRest from 'ol/source/TileArcGISRest';
import TileWMS from 'ol/source/TileWMS';
import WMTS from 'ol/source/WMTS';
import XYZ from 'ol/source/XYZ';
import WMTSTileGrid from 'ol/tilegrid/WMTS';
import type { MapLayer } from '../api/catalogue';

/** Levels of the 900913 matrix set. */
const LEVELS = 22;

const TILE_PX = 256;

/** Width of the world in the units of a projection. */
const WORLD_WIDTH = { 'EPSG:3857': 2 * Math.PI * 6378137, 'EPSG:4326': 360 };

export type MatrixSet = { name: string; projection: keyof typeof WORLD_WIDTH; prefix: string };

/** An address, and what its query already says, by lower-case name. */
export function splitUrl(layerUrl: string): { url: string; query: Record<string, string> } {
  const [url = '', text = ''] = layerUrl.split('?', 2);
  const query = Object.fromEntries(
    [...new URLSearchParams(text)].map(([key, value]) => [key.toLowerCase(), value]),
  );
  return { url, query };
}

/**
 * The matrix set of a WMTS address: the one that it names; Tianditu's `c` (degrees) and `w` (metres) by its path;
 * GeoServer's with its prefix; else GoogleMapsCompatible.
 */
export function matrixSetOf(layerUrl: string): MatrixSet {
  const { url, query } = splitUrl(layerUrl);
  const tianditu = /_([cw])\/wmts\/?$/i.exec(url)?.[1]?.toLowerCase();
  const geoserver = /geoserver|gwc/i.test(url);
  const name =
    query.tilematrixset ?? tianditu ?? (geoserver ? 'EPSG:900913' : 'GoogleMapsCompatible');
  const degrees = /4326|4490|crs84|^c$/i.test(name);
  const prefix = geoserver && name.startsWith('EPSG:') ? `${name}:` : '';
  return { name, projection: degrees ? 'EPSG:4326' : 'EPSG:3857', prefix };
}

/**
 * In degrees the world is two tiles wide at GeoServer's level 0; Tianditu's level 0 is never asked for, its level 1 is
 * two tiles wide.
 */
function resolutionsOf({ name, projection }: MatrixSet): number[] {
  const tilesAcross = projection === 'EPSG:4326' && name.toLowerCase() !== 'c' ? 2 : 1;
  const coarsest = WORLD_WIDTH[projection] / TILE_PX / tilesAcross;
  return Array.from({ length: LEVELS }, (_, level) => coarsest / 2 ** level);
}

function wmts(layer: MapLayer): WMTS {
  const { url, query } = splitUrl(layer.layerUrl);
  const matrixSet = matrixSetOf(layer.layerUrl);
  const { name, projection, prefix } = matrixSet;
  const template = layer.layerUrl.includes('{');
  const own = Object.entries(query).filter(([key]) => !KVP.has(key));
  const rest = new URLSearchParams(own).toString();
  return new WMTS({
    url: template ? layer.layerUrl : rest === '' ? url : `${url}?${rest}`,
    layer: query.layer ?? layer.layerName,
    matrixSet: name,
    format: query.format ?? (/tianditu/i.test(url) ? 'tiles' : 'image/png'),
    style: query.style ?? 'default',
    requestEncoding: template ? 'REST' : 'KVP',
    projection,
    tileGrid: new WMTSTileGrid({
      origin: getTopLeft(projectionOf(projection)?.getExtent() ?? [-180, -90, 180, 90]),
      resolutions: resolutionsOf(matrixSet),
      matrixIds: Array.from({ length: LEVELS }, (_, level) => `${prefix}${level}`),
    }),
  });
}

/** What a WMTS source writes itself. */
const KVP = new Set([
  'service',
  'request',
  'version',
  'layer',
  'style',
  'format',
  'tilematrixset',
  'tilematrix',
  'tilerow',
  'tilecol',
]);

function arcgis({ layerUrl, layerName }: MapLayer): TileSource {
  const base = layerUrl.replace(/\/+$/, '');
  if (/\{z\}/i.test(base)) return new XYZ({ url: base, maxZoom: LEVELS - 1 });
  if (base.endsWith('/tile')) return new XYZ({ url: `${base}/{z}/{y}/{x}`, maxZoom: LEVELS - 1 });
  const layers = /^\d+(,\d+)*$/.test(layerName) ? { LAYERS: `show:${layerName}` } : {};
  return new TileArcGISRest({
    url: base.replace(/\/export$/, ''),
    params: layers,
    projection: 'EPSG:4326',
  });
}

function wms({ layerUrl, layerName }: MapLayer): TileWMS {
  const { url, query } = splitUrl(layerUrl);
  const own = Object.entries(query).filter(([key]) => !['service', 'request'].includes(key));
  const params = Object.fromEntries(own.map(([key, value]) => [key.toUpperCase(), value]));
  return new TileWMS({
    url,
    params: { LAYERS: layerName, TILED: true, ...params },
    projection: 'EPSG:4326',
  });
}

/** The tiles of a layer of the system configuration. */
export function configuredSource(layer: MapLayer): TileSource {
  if (layer.layerType === 'WMTS') return wmts(layer);
  if (layer.layerType === 'WMS') return wms(layer);
  if (layer.layerType === 'arcgis') return arcgis(layer);
  return new XYZ({ url: layer.layerUrl, maxZoom: LEVELS - 1 });
}
