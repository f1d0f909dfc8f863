import { describe, expect, it } from 'vitest';
import { followSurface } from './followSurface';

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
