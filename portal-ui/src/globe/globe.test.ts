import { configuredSource } from '@scenedock/ui-kit/configuredSource';
import { describe, expect, it } from 'vitest';
import { followSurface } from './followSurface';
import { deepestOf, tileOf } from './providers';
import { roomFor } from './roomFor';

describe('a ring on the globe', () => {
  it('has a point at least every degree and floats over the ground', () => {
    const points = followSurface([
      [100, 30],
      [103, 30],
      [103, 30.5],
    ]);
    const lons = points.filter((_, index) => index % 3 === 0);
    expect(lons).toEqual([100, 101, 102, 103, 103]);
    expect(points.filter((_, index) => index % 3 === 2).every((height) => height > 0)).toBe(true);
  });
});

describe('tiles of the flat map on the globe', () => {
  const tianditu = (letter: string) =>
    configuredSource({
      name: '',
      layerName: 'img',
      layerUrl: `https://t0.tianditu.example/img_${letter}/wmts`,
      layerType: 'WMTS',
      visible: true,
    });

  it('are those of the same size, whatever the levels of a service are called', () => {
    // Two tiles across at level 0 of the globe: level 1 of Tianditu's degrees.
    expect(tileOf(tianditu('c'), [1, 0, 0])).toEqual([1, 1, 0]);
    expect(tileOf(tianditu('w'), [5, 3, 3])).toEqual([3, 5, 3]);
  });

  it('end with the last level of the service', () => {
    expect(deepestOf(tianditu('c'), 18)).toBe(17);
    expect(deepestOf(tianditu('w'), 18)).toBe(18);
  });
});

it('shows names that have room, the first ones first', () => {
  const at = (x: number, y: number) => ({ x, y, width: 42 });
  expect(roomFor([at(0, 0), at(20, 5), null, at(20, 30), at(60, 0)])).toEqual([
    true,
    false,
    false,
    true,
    true,
  ]);
});
