import WKT from 'ol/format/WKT';
import { beforeAll, expect, it, vi } from 'vitest';
import { everywhere, joined, onEarth } from './antimeridian';
import { rasterTiles, vectorTiles } from './basemap/source';
import { wmts } from './wmts';

/** Nothing of the files is read. */
beforeAll(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});

const read = (wkt: string) => new WKT().readGeometry(wkt);

it('takes an area that is cut at longitude 180 together', () => {
  const cut =
    'MULTIPOLYGON(((170 50,180 50,180 60,170 60,170 50)),((-180 50,-170 50,-170 60,-180 60,-180 50)))';
  expect(joined(read(cut)).getExtent()).toEqual([170, 50, 190, 60]);
});

it('leaves alone what is one area, or is narrower as it stands', () => {
  for (const wkt of [
    'POLYGON((170 50,190 50,190 60,170 60,170 50))',
    'MULTIPOLYGON(((-80 0,-70 0,-70 9,-80 9,-80 0)),((60 0,101 0,101 9,60 9,60 0)))',
  ]) {
    const geometry = read(wkt);
    expect(joined(geometry).getExtent()).toEqual(read(wkt).getExtent());
  }
});

it('finds places beyond 180 again', () => {
  expect([onEarth(185), onEarth(-190), onEarth(108)]).toEqual([-175, 170, 108]);
  expect(everywhere([185, 50])).toEqual([
    [-175, 50],
    [185, 50],
    [-535, 50],
  ]);
});

it('goes on beyond 180 with every kind of tiles', () => {
  const service = { layerUrl: 'https://t0.tianditu.gov.cn/vec_c/wmts', layerName: 'vec' };
  const layer = { ...service, layerType: 'WMTS' } as Parameters<typeof wmts>[0];
  const sources = [vectorTiles('/a.pmtiles'), rasterTiles('/b.pmtiles'), wmts(layer)];
  expect(sources.map((source) => source.getWrapX())).toEqual([true, true, true]);
});
