import View from 'ol/View';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createShared, START, startNarrow } from './createMap';
import { flyToWkt, stepBackLater } from './fly';
import { groundOf } from './layerStack';
import { isDark } from './nameStyles';
import { scaleAt } from './scale';
import { COLOURS, Z } from './styles';

afterEach(() => vi.useRealTimers());

describe('constants of the specification', () => {
  it('starts at 108.2, 29.07, level 5, in degrees', () => {
    const { view } = createShared({ centre: null, zoom: null }, 14);
    expect(view.getCenter()).toEqual([108.2, 29.07]);
    expect(view.getZoom()).toBe(START.zoom);
    expect(view.getProjection().getCode()).toBe('EPSG:4326');
    expect([view.getMinZoom(), view.getMaxZoom()]).toEqual([1, 14]);
  });

  it('starts a level farther where the country would not fit', () => {
    const { view } = createShared({ centre: null, zoom: null }, 14);
    startNarrow(view, 1200);
    expect(view.getZoom()).toBe(5);
    startNarrow(view, 740);
    expect(view.getZoom()).toBe(4);
  });

  it('starts where the address says', () => {
    const { view } = createShared({ centre: [100, 30], zoom: 7 }, 14);
    expect([view.getCenter(), view.getZoom()]).toEqual([[100, 30], 7]);
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

it('draws lines lighter on imagery, until it gives way to drawn land', () => {
  const info = { id: 'imagery', role: 'base', visible: true, source: 'marble' } as const;
  const ground = groundOf([{ info, visible: true, opacity: 1 }]);
  expect([isDark(ground, 0.05), isDark(ground, 0.001)]).toEqual([true, false]);
  expect(isDark(groundOf([{ info, visible: false, opacity: 1 }]), 0.05)).toBe(false);
});
