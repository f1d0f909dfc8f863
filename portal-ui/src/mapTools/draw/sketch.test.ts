import { expect, it } from 'vitest';
import type { Position } from '../../geo/wkt';
import { isEnough, type Sketch } from './sketch';

/** Fixed points, and the one under the pointer. */
const sketch = (fixed: number): Sketch => {
  const points = Array.from({ length: fixed + 1 }, (_, n): Position => [n, n]);
  return { points, at: [fixed, fixed] };
};

it('can end a line of two points and a polygon of three, as the double click can', () => {
  expect([1, 2].map((fixed) => isEnough('LineString', sketch(fixed)))).toEqual([false, true]);
  expect([2, 3].map((fixed) => isEnough('Polygon', sketch(fixed)))).toEqual([false, true]);
});

it('needs no button for what one press ends', () => {
  expect(isEnough('Point', sketch(3)) || isEnough('Box', sketch(3))).toBe(false);
  expect(isEnough('Polygon', null)).toBe(false);
});
