import { get as projectionOf } from 'ol/proj';
import type UrlTile from 'ol/source/UrlTile';
import { describe, expect, it } from 'vitest';
import type { LayerType, MapLayer } from '../api/catalogue';
import { configuredSource } from './configuredSource';
import { isDegrees } from './degrees';
import { matrixSetOf } from './wmts';

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

  it('asks the hosts of a range for tiles by their parameters, not by a template', () => {
    const one = layer('WMTS', '', '');
    one.layerUrl = 'https://t{0-7}.tiles.example/img_w/wmts?tk=secret';
    const url = tileOf(one, [4, 3, 2]);
    expect(url.hostname).toMatch(/^t[0-7]\.tiles\.example$/);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      tk: 'secret',
      layer: 'img',
      tilematrixset: 'w',
      Format: 'tiles',
      TileMatrix: '4',
      TileCol: '3',
      TileRow: '2',
    });
  });

  it('asks Tianditu for nothing beyond level 18', () => {
    const source = configuredSource(layer('WMTS', '/img_c/wmts')) as UrlTile;
    expect(source.getTileGrid()?.getMaxZoom()).toBe(18);
  });

  it('fills in the template of a WMTS', () => {
    const path = '/wmts/{Layer}/{TileMatrixSet}/{TileMatrix}/{TileCol}/{TileRow}.jpeg';
    const plain = tileOf(layer('WMTS', path), [4, 3, 2]);
    expect(plain.pathname).toBe('/wmts/base/GoogleMapsCompatible/4/3/2.jpeg');
    const named = tileOf(layer('WMTS', `${path}?TileMatrixSet=c&key=1`), [4, 3, 2]);
    expect(named.pathname).toBe('/wmts/base/c/4/3/2.jpeg');
    expect(named.search).toBe('?key=1');
  });

  it.each([
    ['/wmts/base/WGS84Q/{TileMatrix}/{TileCol}/{TileRow}.png', 'EPSG:4326'],
    ['/wmts/base/EPSG:4490/{TileMatrix}/{TileCol}/{TileRow}.png', 'EPSG:4326'],
    ['/wmts/base/EPSG:3857/{TileMatrix}/{TileCol}/{TileRow}.png', 'EPSG:3857'],
    ['/wmts?tilematrixset=WorldCRS84Quad', 'EPSG:4326'],
    ['/wmts?tilematrixset=inspirecrs84quad', 'EPSG:4326'],
    ['/wmts?tilematrixset=GLOBAL_WEBMERCATOR', 'EPSG:3857'],
  ])('knows degrees and metres apart: %s', (path, projection) => {
    expect(matrixSetOf(`${SITE}${path}`).projection).toBe(projection);
  });

  it('takes no mercator for degrees', () => {
    expect(isDegrees('WGS84_Pseudo-Mercator')).toBe(false);
    expect(isDegrees('CGCS2000_Geodetic')).toBe(true);
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
    // A cache that is asked for its own tiles refuses any other form of picture.
    expect(searchParams.has('TILED')).toBe(false);
  });

  it('turns the axes of a WMS by its version, and asks it in what its address names', () => {
    const box = (path: string) => tileOf(layer('WMS', path), [3, 6, 1]).searchParams;
    expect(box('/wms').get('BBOX')).toBe('0,90,45,135');
    expect(box('/wms?version=1.1.1').get('BBOX')).toBe('90,0,135,45');
    expect(box('/wms?version=1.1.1').get('SRS')).toBe('EPSG:4326');
    expect(box('/wms?crs=EPSG:4490').get('CRS')).toBe('EPSG:4490');
    expect(box('/wms?crs=EPSG:4490').get('BBOX')).toBe('0,90,45,135');
    expect(box('/wms?crs=EPSG:3857').get('CRS')).toBe('EPSG:3857');
    expect(box('/wms?crs=EPSG:99999').get('CRS')).toBe('EPSG:4326');
  });

  it('keeps the key of an ArcGIS server', () => {
    const map = '/arcgis/rest/services/m/MapServer';
    const tile = tileOf(layer('arcgis', `${map}/tile?token=k`), [3, 2, 1]);
    expect(tile.pathname + tile.search).toBe(`${map}/tile/3/1/2?token=k`);
    expect(tileOf(layer('arcgis', `${map}?token=k`, ''), [3, 2, 1]).searchParams.get('token')).toBe(
      'k',
    );
  });
});
