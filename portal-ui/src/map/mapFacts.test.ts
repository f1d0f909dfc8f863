import { isDark } from '@scenedock/ui-kit/basemap/nameStyles';
import View from 'ol/View';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CONFIG } from '../test/portal';
import { createShared, NATION, START } from './createMap';
import { flyToWkt, stepBackLater } from './fly';
import { layerCatalogue } from './layerCatalogue';
import { groundOf } from './layerStack';
import { arrange } from './layerStates';
import { enlargedOf } from './Readout';
import { nearestScale, SCALES, scaleAt } from './scale';
import { COLOURS, Z } from './styles';
import { wholeView } from './wholeView';

afterEach(() => vi.useRealTimers());

describe('constants of the specification', () => {
  it('starts at 108.2, 29.07, level 5, in degrees', () => {
    const { view } = createShared({ centre: null, zoom: null }, 14);
    expect(view.getCenter()).toEqual([108.2, 29.07]);
    expect(view.getZoom()).toBe(START.zoom);
    expect(view.getProjection().getCode()).toBe('EPSG:4326');
    expect([view.getMinZoom(), view.getMaxZoom()]).toEqual([1, 14]);
  });

  it('starts farther away where the country would not fit', () => {
    const { view } = createShared({ centre: null, zoom: null }, 14);
    expect(wholeView(view, [2000, 1400], null)).toEqual({ center: START.centre, zoom: 5 });
    for (const size of [
      [1220, 1030],
      [740, 850],
      [390, 600],
    ]) {
      const { center, zoom } = wholeView(view, size, null);
      const [lon = 0, lat = 0] = center;
      const half = size.map((pixels) => (pixels * view.getResolutionForZoom(zoom)) / 2);
      const [right = 0, top = 0] = half;
      expect([lon - right < NATION[0], lon + right > NATION[2]]).toEqual([true, true]);
      expect([lat - top < NATION[1], lat + top > NATION[3]]).toEqual([true, true]);
    }
  });

  it('starts with the extent of the system configuration, if there is one', () => {
    const { view } = createShared({ centre: null, zoom: null }, 14);
    const { center, zoom } = wholeView(view, [1000, 800], [100, 30, 110, 40]);
    expect(center[0]).toBeCloseTo(105, 0);
    expect(center[1]).toBeCloseTo(35, 0);
    expect(zoom).toBeGreaterThan(START.zoom);
  });

  it('starts where the address says', () => {
    const { view } = createShared({ centre: [100, 30], zoom: 7 }, 14);
    expect([view.getCenter(), view.getZoom()]).toEqual([[100, 30], 7]);
  });

  it('has 18 scales from 3000 to 400,000,000, and says the nearest', () => {
    expect([SCALES.length, SCALES[0], SCALES.at(-1)]).toEqual([18, 400_000_000, 3000]);
    expect(SCALES).toEqual([...SCALES].sort((a, b) => b - a));
    const at = (level: number, lat = 0) => nearestScale(1.40625 / 2 ** level, lat);
    expect([1, 5, 11, 15].map((level) => at(level))).toEqual([
      200_000_000, 25_000_000, 200_000, 12_000,
    ]);
    expect(at(5, 60)).toBe(12_000_000);
    expect([at(0), at(19)]).toEqual([400_000_000, 3000]);
  });

  it('says that imagery or the drawn map is enlarged once it is, whichever lies on top', () => {
    const infos = layerCatalogue(CONFIG.map);
    const shown = (...ids: string[]) =>
      arrange(infos, []).map((one) => ({ ...one, visible: ids.includes(one.info.id) }));
    const level = (z: number) => 1.40625 / 2 ** z;
    const imagery = shown('vector', 'imagery');
    const said = (layers: typeof imagery, levelAt: () => number | null = () => null) =>
      [4, 5, 7, 11, 12, 13, 14].map((z) => enlargedOf(layers, level(z), [104, 30], levelAt));
    expect(said(imagery)).toEqual([null, null, ...Array(5).fill('imagery')]);
    const drawn = shown('vector', 'relief').map((one) => ({
      ...one,
      info: { ...one.info, drawing: { url: '/map.pmtiles', raster: false, english: false } },
    }));
    expect(said(drawn)).toEqual(Array(7).fill(null));
    expect(said(drawn, () => 10)).toEqual([...Array(6).fill(null), 'map']);
    expect(said(drawn, () => 6)).toEqual([null, null, null, ...Array(4).fill('map')]);
  });

  it('orders the layers', () => {
    expect(Z).toEqual({
      draw: 31,
      measure: 32,
      results: 33,
      merged: 34,
      page: 35,
      shapefile: 80,
    });
  });

  it('fills footprints with 10 % white and edges them 2 wide', () => {
    expect(COLOURS.footprint.fill).toBe('rgba(255,255,255,.10)');
    expect(COLOURS.footprint.width).toBe(2);
  });

  it('flies the centre in 2 s and the level in 1 s', () => {
    const view = new View({ projection: 'EPSG:4326', center: [100, 30], zoom: 5 });
    const animate = vi.spyOn(view, 'animate');
    expect(flyToWkt(view, 'POLYGON((100 30,101 30,101 31,100 31,100 30))', [800, 600])).toBe(true);
    expect(animate.mock.calls.map(([step]) => step)).toMatchObject([
      { center: expect.anything(), duration: 2000 },
      { zoom: expect.any(Number), duration: 1000 },
    ]);
    expect(flyToWkt(view, 'POLYGON EMPTY', [800, 600])).toBe(false);
  });

  it('takes a detail map two levels back after 3 s, unless it is called off', () => {
    vi.useFakeTimers();
    const view = new View({ projection: 'EPSG:4326', center: [100, 30], zoom: 9 });
    const animate = vi.spyOn(view, 'animate');
    const callOff = stepBackLater(view);
    vi.advanceTimersByTime(2999);
    expect(animate).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(animate).toHaveBeenCalledWith({ zoom: 7, duration: 1000 });
    stepBackLater(view)();
    callOff();
    vi.advanceTimersByTime(5000);
    expect(animate).toHaveBeenCalledTimes(1);
  });
});

describe('the scale bar', () => {
  it('takes a round length of at most a hundred pixels', () => {
    expect(scaleAt(0.0439453125, 29.07)).toEqual({ metres: 200_000, pixels: 47 });
    expect(scaleAt(0.0001, 0).metres).toBe(1000);
  });

  it('is shorter in pixels towards the equator', () => {
    expect(scaleAt(0.01, 60).pixels).toBeGreaterThan(scaleAt(0.01, 60, 50).pixels);
    expect(scaleAt(0.01, 0, 100).metres).toBeGreaterThan(scaleAt(0.01, 70, 100).metres);
  });
});

it('draws lines lighter on imagery', () => {
  const info = { id: 'imagery', role: 'base', visible: true, source: 'marble' } as const;
  const ground = groundOf([{ info, visible: true, opacity: 1 }]);
  expect(isDark(ground)).toBe(true);
  expect(isDark(groundOf([{ info, visible: false, opacity: 1 }]))).toBe(false);
});

it('knows imagery of the installation by its name', () => {
  const layer = { layerUrl: '/x', layerType: 'XYZ', visible: true } as const;
  const ground = (name: string, layerName = '') => {
    const info = { id: `layer.${name}`, role: 'base', visible: true } as const;
    const source = { ...layer, name, layerName };
    return groundOf([{ info: { ...info, source }, visible: true, opacity: 1 }]);
  };
  expect([ground('高分影像'), ground('天地图', 'img'), ground('地质图', 'geo')]).toEqual([
    'dark',
    'dark',
    'plain',
  ]);
});
