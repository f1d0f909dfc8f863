import { getTopLeft } from 'ol/extent';
import { get as projectionOf } from 'ol/proj';
import WMTS from 'ol/source/WMTS';
import WMTSTileGrid from 'ol/tilegrid/WMTS';
import type { MapLayer } from '../api/catalogue';
import { isDegrees } from './degrees';
import { splitUrl, withoutQuery } from './layerAddress';

/** Levels of the 900913 matrix set; Tianditu answers none beyond its 18. */
const LEVELS = 22;
const TIANDITU_LEVELS = 19;

const TILE_PX = 256;

/** Width of the world in the units of a projection. */
const WORLD_WIDTH = { 'EPSG:3857': 2 * Math.PI * 6378137, 'EPSG:4326': 360 };

export type MatrixSet = { name: string; projection: keyof typeof WORLD_WIDTH; prefix: string };

/** An address that says itself where the place of a tile goes. A range of hosts such as `{0-7}` says nothing of it. */
const isTemplate = (layerUrl: string) =>
  /\{(style|tile(matrixset|matrix|row|col))\}/i.test(layerUrl);

/** The layer and the letter of the matrix set in an address of Tianditu: `.../img_c/wmts`. */
function tiandituOf(url: string): { layer: string; set: string } | null {
  const [, layer, set] = /([a-z]+)_([cw])\/wmts\/?$/i.exec(url) ?? [];
  return layer === undefined || set === undefined ? null : { layer, set: set.toLowerCase() };
}

/** The part of a template that names its matrix set, where no placeholder does. */
function spelledOut(url: string): string | undefined {
  if (/\{tilematrixset\}/i.test(url)) return undefined;
  const parts = url.split('/').filter((part) => !part.includes('{'));
  return parts.find((part) => isDegrees(part)) ?? parts.find((part) => /^epsg:\d+$/i.test(part));
}

/**
 * The matrix set of a WMTS address: the one that it names, in its query or its path; Tianditu's `c` (degrees) and `w`
 * (metres); GeoServer's with its prefix; else GoogleMapsCompatible.
 */
export function matrixSetOf(layerUrl: string): MatrixSet {
  const { url, query } = splitUrl(layerUrl);
  const geoserver = /geoserver|gwc/i.test(url);
  const name =
    query.tilematrixset ??
    tiandituOf(url)?.set ??
    (isTemplate(layerUrl) ? spelledOut(url) : undefined) ??
    (geoserver ? 'EPSG:900913' : 'GoogleMapsCompatible');
  const prefix = geoserver && name.startsWith('EPSG:') ? `${name}:` : '';
  return { name, projection: isDegrees(name) ? 'EPSG:4326' : 'EPSG:3857', prefix };
}

/**
 * In degrees the world is two tiles wide at level 0; in Tianditu's and in Google's set level 0 would be one tile, half
 * of it empty, and is never asked for: level 1 is two tiles wide.
 */
function resolutionsOf({ name, projection }: MatrixSet, levels: number): number[] {
  const oneAcross = projection === 'EPSG:3857' || /^(c|GoogleCRS84Quad)$/i.test(name);
  const coarsest = WORLD_WIDTH[projection] / TILE_PX / (oneAcross ? 1 : 2);
  return Array.from({ length: levels }, (_, level) => coarsest / 2 ** level);
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

export function wmts(layer: MapLayer): WMTS {
  const { url, query } = splitUrl(layer.layerUrl);
  const matrixSet = matrixSetOf(layer.layerUrl);
  const { name, projection, prefix } = matrixSet;
  const tianditu = tiandituOf(url);
  const levels = tianditu === null ? LEVELS : TIANDITU_LEVELS;
  return new WMTS({
    url: withoutQuery(layer.layerUrl, KVP),
    layer: query.layer ?? (layer.layerName || (tianditu?.layer ?? '')),
    matrixSet: name,
    format: query.format ?? (tianditu === null && !/tianditu/i.test(url) ? 'image/png' : 'tiles'),
    style: query.style ?? 'default',
    requestEncoding: isTemplate(layer.layerUrl) ? 'REST' : 'KVP',
    projection,
    wrapX: true,
    tileGrid: new WMTSTileGrid({
      origin: getTopLeft(projectionOf(projection)?.getExtent() ?? [-180, -90, 180, 90]),
      resolutions: resolutionsOf(matrixSet, levels),
      matrixIds: Array.from({ length: levels }, (_, level) => `${prefix}${level}`),
    }),
  });
}
