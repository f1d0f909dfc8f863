import { expect, it } from 'vitest';
import { boxOf, boxWkt } from './boxCorners';

const BOX = { west: '99', south: '29.5', east: '103', north: '33' };
const WKT = 'POLYGON((99 29.5,103 29.5,103 33,99 33,99 29.5))';

it('reads the sides of a rectangle, whichever corner comes first', () => {
  expect(boxOf(WKT)).toEqual(BOX);
  expect(boxOf('POLYGON ((103 33, 99 33, 99 29.5, 103 29.5, 103 33))')).toEqual(BOX);
  for (const other of [
    '',
    'POLYGON((99 29,103 29,103 33,99 29))',
    'POLYGON((99 29,103 30,103 33,99 33,99 29))',
    'MULTIPOLYGON(((99 29,103 29,103 33,99 33,99 29)))',
  ]) {
    expect(boxOf(other), other).toBeNull();
  }
});

it('writes a rectangle as soon as its sides are one', () => {
  expect(boxWkt(BOX)).toBe(WKT);
  for (const wrong of [
    { north: '' },
    { north: '29' },
    { east: '98' },
    { east: '181' },
    { west: 'x' },
    { south: '-91' },
  ]) {
    expect(boxWkt({ ...BOX, ...wrong }), JSON.stringify(wrong)).toBeNull();
  }
});
