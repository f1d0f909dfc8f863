import { PolylineCollection } from '@cesium/engine';
import Feature from 'ol/Feature';
import Polygon from 'ol/geom/Polygon';
import { afterEach, expect, it, vi } from 'vitest';
import { createShared } from '../map/createMap';
import { AREA_DASH } from '../map/styles';
import { dashes } from './dashes';
import { drawOutlines } from './outlines';

afterEach(() => vi.unstubAllGlobals());

const lengthOf = (path: readonly number[][]) =>
  path.slice(1).reduce((sum, [x = 0, y = 0], index) => {
    const [x0 = 0, y0 = 0] = path[index] ?? [];
    return sum + Math.hypot(x - x0, y - y0);
  }, 0);

it('cuts a path of edges much shorter than a dash into whole dashes', () => {
  const path = Array.from({ length: 1001 }, (_, at) => [at * 0.01, (at % 2) * 0.001]);
  const pieces = dashes(path, 0.8, 0.5);
  expect(pieces).toHaveLength(8);
  for (const piece of pieces) expect(lengthOf(piece)).toBeCloseTo(0.8, 2);
  expect(pieces[0]?.[0]).toEqual([0, 0]);
});

it('draws in one what would be too many dashes', () => {
  const path = [
    [0, 0],
    [90, 0],
  ];
  expect(dashes(path, 0.001, 0.001)).toEqual([path]);
});

/** An outline of 20,000 corners that only a nearer look tells apart. */
function coast(): Feature {
  const ring = Array.from({ length: 20_000 }, (_, at) => {
    const turn = (at / 20_000) * 2 * Math.PI;
    const radius = 3 + 0.002 * (at % 2);
    return [104 + radius * Math.cos(turn), 30 + radius * Math.sin(turn)];
  });
  return new Feature(new Polygon([[...ring, ring[0] ?? []]]));
}

it('draws an area as the flat map does: dashes of one length, no corner that nobody sees', () => {
  // Cesium's materials ask whether a value is one.
  for (const name of ['ImageBitmap', 'OffscreenCanvas']) vi.stubGlobal(name, class {});
  const shared = createShared({ centre: null, zoom: null }, 14);
  shared.area.addFeature(coast());
  const lines = new PolylineCollection();
  const marks = { hovered: null, selected: null };
  const resolution = 0.02;
  drawOutlines(lines, shared, { marks, area: true, onDark: false, resolution });
  const [dash, gap] = AREA_DASH;
  // The equator's degrees are longer than those at 30 degrees north.
  const whole = (2 * Math.PI * 3) / ((dash + gap) * resolution);
  expect(lines.length).toBeGreaterThan(whole * 0.75);
  expect(lines.length).toBeLessThan(whole * 1.1);
  const all = Array.from({ length: lines.length }, (_, at) => lines.get(at));
  // A dashed material begins anew at every corner.
  expect(new Set(all.map(({ material }) => material.type))).toEqual(new Set(['Color']));
  expect(all.reduce((sum, { positions }) => sum + positions.length, 0)).toBeLessThan(2000);
});
