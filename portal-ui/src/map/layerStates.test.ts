import type { MapConfig, MapLayer } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import { layerCatalogue, maxZoomOf } from './layerCatalogue';
import { groundOf, uncovered } from './layerStack';
import { arrange, keep, moved, readKept } from './layerStates';
import { basesOf, defaultBase, flatLayers, paneLayers } from './paneLayers';

const layer = (name: string, visible = true): MapLayer => ({
  name,
  layerName: name,
  layerUrl: `https://tiles.example/${name}/{z}/{x}/{y}.png`,
  layerType: 'XYZ',
  visible,
});

const config: MapConfig = {
  vector: layer('vec'),
  imagery: layer('img', false),
  globe: null,
  mask: null,
  layers: [layer('geology'), layer('geology')],
  basemap: { url: '', raster: false, attribution: '' },
  extent: null,
  tools: [],
};

const BARE: MapConfig = {
  vector: null,
  imagery: null,
  globe: null,
  mask: null,
  layers: [],
  basemap: { url: '', raster: false, attribution: '' },
  extent: null,
  tools: [],
};

const ids = (states: readonly { info: { id: string } }[]) => states.map(({ info }) => info.id);

describe('the layers of an installation', () => {
  it('shows drawn land, relief and names, and hides the imagery', () => {
    const shown = layerCatalogue(BARE).filter(({ visible }) => visible);
    expect(shown.map(({ id }) => id)).toEqual(['vector', 'relief', 'annotation']);
    expect(layerCatalogue(BARE).map(({ id }) => id)).toContain('imagery');
  });

  it('puts configured layers above the packaged and below the names, each name once', () => {
    expect(layerCatalogue(config).map(({ id }) => id)).toEqual([
      'vector',
      'relief',
      'imagery',
      'config.imagery',
      'config.vector',
      'layer.geology',
      'annotation',
    ]);
    expect(layerCatalogue(config).find(({ id }) => id === 'config.imagery')?.visible).toBe(false);
  });

  it('has a base map of the globe, which the flat map does not show', () => {
    const infos = layerCatalogue({ ...config, globe: layer('earth') });
    expect(infos.map(({ id }) => id).slice(-2)).toEqual(['config.globe', 'annotation']);
    const states = arrange(infos, []);
    expect(ids(flatLayers(states))).not.toContain('config.globe');
    expect(ids(basesOf(states))).not.toContain('config.globe');
    expect(groundOf(states)).toBe('plain');
  });

  it('draws nothing under opaque relief, which has land and water of its own', () => {
    const shown = arrange(layerCatalogue(BARE), []).filter(({ visible }) => visible);
    expect(ids(uncovered(shown))).toEqual(['relief', 'annotation']);
    const faint = shown.map((one) => ({ ...one, opacity: 0.5 }));
    expect(ids(uncovered(faint))).toEqual(['vector', 'relief', 'annotation']);
  });

  it('ignores a configured layer without an address', () => {
    const empty = { ...config, vector: { ...layer('vec'), layerUrl: '' } };
    expect(layerCatalogue(empty).some(({ id }) => id === 'config.vector')).toBe(false);
  });

  it('lets one look as near as a service has levels, else as near as the packaged map is exact', () => {
    expect(maxZoomOf(layerCatalogue(config))).toBe(19);
    expect(maxZoomOf(layerCatalogue(BARE))).toBe(15);
  });
});

describe('how somebody has set the layers', () => {
  const states = arrange(layerCatalogue(BARE), []);

  it('comes back as it was kept', () => {
    const next = moved(states, 'vector', 1).map((one) =>
      one.info.id === 'relief' ? { ...one, visible: true, opacity: 0.5 } : one,
    );
    const again = arrange(layerCatalogue(BARE), readKept(JSON.stringify(keep(next))));
    expect(ids(again)).toEqual(['relief', 'vector', 'imagery', 'annotation']);
    expect(again[0]).toMatchObject({ visible: true, opacity: 0.5 });
  });

  it('shows a layer of a bookmark by its status and leaves the unnamed as they come', () => {
    const set = arrange(layerCatalogue(BARE), [
      { serviceId: 'imagery', serviceOrder: 2, serviceStatus: 1 },
    ]);
    expect(set.filter(({ visible }) => visible).map(({ info }) => info.id)).toEqual([
      'vector',
      'relief',
      'imagery',
      'annotation',
    ]);
  });

  it('never moves names, nor a layer over them', () => {
    expect(ids(moved(states, 'annotation', -1))).toEqual(ids(states));
    expect(ids(moved(states, 'imagery', 1))).toEqual(ids(states));
    expect(ids(moved(states, 'vector', -1))).toEqual(ids(states));
  });

  it('reads nothing from what is not its own', () => {
    expect(readKept(null)).toEqual([]);
    expect(readKept('no json')).toEqual([]);
    expect(readKept('{"a":1}')).toEqual([]);
    expect(readKept('[1,{"serviceId":"vector"}]')).toEqual([]);
  });
});

describe('the base map of a pane', () => {
  const states = arrange(layerCatalogue(BARE), []);

  it('differs from pane to pane when nobody has chosen', () => {
    expect([0, 1, 2, 3].map((pane) => defaultBase(states, pane))).toEqual([
      '',
      'imagery',
      'vector',
      'imagery',
    ]);
    expect(ids(basesOf(states))).toEqual(['imagery', 'relief', 'vector']);
  });

  it('stands alone under the names', () => {
    const shown = paneLayers(states, 'relief').filter(({ visible }) => visible);
    expect(ids(shown)).toEqual(['relief', 'annotation']);
    expect(paneLayers(states, 'unknown')).toEqual(states);
  });
});
