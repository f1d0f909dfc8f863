import type TileSource from 'ol/source/Tile';
import TileArcGISRest from 'ol/source/TileArcGISRest';
import TileWMS from 'ol/source/TileWMS';
import XYZ from 'ol/source/XYZ';
import type { MapLayer } from '../api/catalogue';
import { knowCgcs2000, wmsProjectionOf } from './degrees';
import { splitUrl } from './layerAddress';
import { wmts } from './wmts';

/** Levels that a service of tiles has at most, counted from 0. */
const DEEPEST = 21;

function arcgis({ layerUrl, layerName }: MapLayer): TileSource {
  const base = layerUrl.replace(/\/+$/, '');
  if (/\{z\}/i.test(base)) return new XYZ({ url: base, maxZoom: DEEPEST });
  const { url, query } = splitUrl(base);
  if (url.endsWith('/tile')) {
    const rest = base.slice(url.length);
    return new XYZ({ url: `${url}/{z}/{y}/{x}${rest}`, maxZoom: DEEPEST });
  }
  const layers = /^\d+(,\d+)*$/.test(layerName) ? { LAYERS: `show:${layerName}` } : {};
  return new TileArcGISRest({
    url: url.replace(/\/export$/, ''),
    params: { ...(query.layers === undefined ? layers : {}), ...query },
    projection: 'EPSG:4326',
  });
}

/** What a WMS source writes itself. */
const WMS_OWN = ['service', 'request', 'srs', 'crs'];

function wms({ layerUrl, layerName }: MapLayer): TileWMS {
  const { url, query } = splitUrl(layerUrl);
  const own = Object.entries(query).filter(([key]) => !WMS_OWN.includes(key));
  const params = Object.fromEntries(own.map(([key, value]) => [key.toUpperCase(), value]));
  return new TileWMS({
    url,
    // Not TILED: a cache that is asked so refuses every form of picture but its own.
    params: { LAYERS: layerName, ...params },
    projection: wmsProjectionOf(query.crs ?? query.srs),
  });
}

/** The tiles of a layer of the system configuration. */
export function configuredSource(layer: MapLayer): TileSource {
  knowCgcs2000();
  if (layer.layerType === 'WMTS') return wmts(layer);
  if (layer.layerType === 'WMS') return wms(layer);
  if (layer.layerType === 'arcgis') return arcgis(layer);
  return new XYZ({ url: layer.layerUrl, maxZoom: DEEPEST });
}
