import { describe, expect, it } from 'vitest';
import { areaKm2, asBox, boxWkt, formatWkt, parseWkt, readArea } from './wkt';

const SQUARE = 'POLYGON((100 30,101 30,101 31,100 31,100 30))';

describe('WKT of an area', () => {
  it('reads polygons with holes and several polygons', () => {
    const holed = 'POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,3 2,3 3,2 3,2 2))';
    expect(parseWkt(holed)?.[0]).toHaveLength(2);
    expect(parseWkt('MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))')).toHaveLength(2);
  });

  it('takes full-width brackets and commas for normal ones', () => {
    const wide = 'polygon （（100 30，101 30，101 31，100 31，100 30））';
    expect(formatWkt(parseWkt(wide) ?? [])).toBe(SQUARE);
  });

  it.each([
    ['', 'invalid'],
    ['POINT(1 2)', 'invalid'],
    ['POLYGON((0 0,1 0,1 1))', 'invalid'],
    ['POLYGON((0 0,1 0,1 1,0 0.5))', 'invalid'],
    ['POLYGON((0 0,1 x,1 1,0 0))', 'invalid'],
    ['POLYGON((0 0,190 0,1 1,0 0))', 'range'],
    ['POLYGON((0 0,1 0,1 91,0 0))', 'range'],
  ])('refuses %j as %s', (text, fault) => {
    expect(readArea(text)).toEqual({ fault });
  });

  it('writes four decimals', () => {
    expect(boxWkt([100.000049, 30.12345, 101, 31])).toBe(
      'POLYGON((100 30.1235,101 30.1235,101 31,100 31,100 30.1235))',
    );
  });

  it('knows an upright rectangle from other shapes', () => {
    expect(asBox(SQUARE)).toEqual([100, 30, 101, 31]);
    expect(asBox('POLYGON((101 31,101 30,100 30,100 31,101 31))')).toEqual([100, 30, 101, 31]);
    expect(asBox('POLYGON((100 30,101 30,101 31,100 30))')).toBeNull();
    expect(asBox('POLYGON((100 30,101 31,101 30,100 31,100 30))')).toBeNull();
  });

  it('measures on the sphere: one degree square on the equator is about 12,364 km²', () => {
    const km2 = areaKm2(parseWkt('POLYGON((0 0,1 0,1 1,0 1,0 0))') ?? []);
    expect(km2).toBeGreaterThan(12_350);
    expect(km2).toBeLessThan(12_380);
  });
});
