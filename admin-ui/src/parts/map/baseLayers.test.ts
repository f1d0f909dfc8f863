import TileLayer from 'ol/layer/Tile';
import VectorTileLayer from 'ol/layer/VectorTile';
import { beforeAll, expect, it, vi } from 'vitest';
import { baseLayers } from './baseLayers';

const FOOTPRINTS_Z = 30;

/** Nothing of the files is read. */
beforeAll(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});

it('lays the base map of the portal under the footprints, and its names over them', () => {
  const layers = baseLayers({ url: '/map.pmtiles', raster: false, attribution: '' }, false);
  const tiles = layers.filter((layer) => layer instanceof VectorTileLayer);
  const over = layers.filter((layer) => (layer.getZIndex() ?? 0) > FOOTPRINTS_Z);
  // Land and water below; borders and names above.
  expect(tiles).toHaveLength(4);
  expect(over).toEqual(tiles.slice(2));
});

it('shows the pictures of an operator as they are', () => {
  const layers = baseLayers({ url: '/own.pmtiles', raster: true, attribution: '' }, false);
  expect(layers.map((layer) => layer instanceof TileLayer)).toEqual([true]);
});
