import { get as projectionOf } from 'ol/proj';
import type UrlTile from 'ol/source/UrlTile';
import { describe, expect, it } from 'vitest';
import type { LayerType, MapLayer } from '../api/catalogue';
import { configuredSource, matrixSetOf } from './configuredSource';

const SITE = 'https://tiles.example';

const layer = (layerType: LayerType, path: string, layerName = 'base'): MapLayer => ({
  name: 'layer',
  layerName,
  layerUrl: `${SITE}${path}`,
  layerType,
  visible: true,
});

/** The address of one tile, as a URL. */
function tileOf(one: MapLayer, tile: [number, number, number]): URL {
  const source = configuredSource(one) as UrlTile;
  const projection = source.getProjection() ?? projectionOf('EPSG:3857');
  if (projection === null) throw new Error('no projection');
  return new URL(source.getTileUrlFunction()(tile, 1, projection) ?? '');
}

describe('layers of the system configuration', () => {
  it('reads XYZ tiles', () => {
    expect(tileOf(layer('XYZ', '/t/{z}/{x}/{y}.png'), [3, 5, 2]).pathname).toBe('/t/3/5/2.png');
  });

  it('asks a WMTS for the 900913 matrix set of 22 levels', () => {
    const source = configuredSource(layer('WMTS', '/wmts')) as UrlTile;
    expect(source.getTileGrid()?.getResolutions()).toHaveLength(22);
    const { searchParams } = tileOf(layer('WMTS', '/wmts'), [4, 3, 2]);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      Service: 'WMTS',
      Request: 'GetTile',
      layer: 'base',
      tilematrixset: 'GoogleMapsCompatible',
      TileMatrix: '4',
      TileCol: '3',
      TileRow: '2',
    });
  });

  it('knows the matrix sets of Tianditu and of GeoServer', () => {
    expect(matrixSetOf('https://t0.tianditu.example/vec_c/wmts?tk=1')).toEqual({
      name: 'c',
      projection: 'EPSG:4326',
      prefix: '',
    });
    expect(matrixSetOf('https://t0.tianditu.example/vec_w/wmts')).toMatchObject({
      name: 'w',
      projection: 'EPSG:3857',
    });
    expect(matrixSetOf(`${SITE}/geoserver/gwc/service/wmts`)).toEqual({
      name: 'EPSG:900913',
      projection: 'EPSG:3857',
      prefix: 'EPSG:900913:',
    });
    expect(matrixSetOf(`${SITE}/wmts?tilematrixset=EPSG:4326`).projection).toBe('EPSG:4326');
  });

  it('keeps the token of an address, and its level 1 of degrees is two tiles wide', () => {
    const one = layer('WMTS', '/vec_c/wmts?tk=secret', 'vec');
    const url = tileOf(one, [1, 1, 0]);
    expect(url.searchParams.get('tk')).toBe('secret');
    expect(url.searchParams.get('tilematrixset')).toBe('c');
    expect((configuredSource(one) as UrlTile).getTileGrid()?.getResolution(1)).toBe(360 / 512);
  });

  it('exports an ArcGIS map, or takes its tiles', () => {
    const map = '/arcgis/rest/services/m/MapServer';
    const exported = tileOf(layer('arcgis', map, '0'), [3, 2, 1]);
    expect(exported.pathname).toBe(`${map}/export`);
    expect(exported.searchParams.get('bboxSR')).toBe('4326');
    expect(exported.searchParams.get('LAYERS')).toBe('show:0');
    expect(tileOf(layer('arcgis', `${map}/tile`), [3, 2, 1]).pathname).toBe(`${map}/tile/3/1/2`);
  });

  it('asks a WMS for its layer with what the address already says', () => {
    const { searchParams } = tileOf(layer('WMS', '/wms?map=a', 'geology'), [3, 2, 1]);
    expect(searchParams.get('LAYERS')).toBe('geology');
    expect(searchParams.get('MAP')).toBe('a');
    expect(searchParams.get('CRS')).toBe('EPSG:4326');
  });
});
