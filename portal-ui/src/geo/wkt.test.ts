import { describe, expect, it } from 'vitest';
import { crossing } from './crossing';
import { areaKm2 } from './ellipsoid';
import { asBox, LONGEST_WKT, parseWkt, readAddressArea, readArea, readShape } from './readWkt';
import { boxWkt, formatShape, formatWkt } from './wkt';

const SQUARE = 'POLYGON((100 30,101 30,101 31,100 31,100 30))';

describe('WKT of an area', () => {
  it('reads polygons with holes and several polygons', () => {
    const holed = 'POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,3 2,3 3,2 3,2 2))';
    expect(parseWkt(holed)?.[0]).toHaveLength(2);
    expect(parseWkt('MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))')).toHaveLength(2);
  });

  it.each([
    'POINT(116.3 39.9)',
    'MULTIPOINT((1 2),(3 4))',
    'LINESTRING(1 2,3 4)',
    'MULTILINESTRING((1 2,3 4),(5 6,7 8))',
    SQUARE,
  ])('takes %s for a place to search', (wkt) => {
    expect(readArea(wkt)).toEqual({ wkt });
  });

  it('takes full-width brackets, commas and spaces for normal ones', () => {
    const wide = 'polygon （（100　30，101 30，101 31，100 31，100 30））';
    expect(formatWkt(parseWkt(wide) ?? [])).toBe(SQUARE);
  });

  it('closes a ring, and drops heights and the name of the system, as the server does', () => {
    expect(readArea('SRID=4326;POLYGON Z((100 30 5,101 30 5,101 31 5,100 31 5))')).toEqual({
      wkt: SQUARE,
    });
  });

  it.each([
    ['', 'empty', ''],
    ['POLYGON EMPTY', 'empty', ''],
    ['CIRCLE(1 2)', 'kind', 'CIRCLE'],
    ['1 2, 3 4', 'kind', '1 2, 3 4'],
    ['POLYGON((0 0,1 0,1 1', 'brackets', ''],
    ['POLYGON((0 0,1 0,1 1,0 0)) OR 1=1', 'brackets', ''],
    ['POLYGON(0 0,1 0,1 1,0 0)', 'brackets', '0 0'],
    ['POLYGON((0 0,1 x,1 1,0 0))', 'number', '1 x'],
    ['POLYGON((0 0,1,1 1,0 0))', 'number', '1'],
    ['POLYGON((0 0,1 1))', 'corners', ''],
    ['LINESTRING(0 0)', 'corners', ''],
    ['POLYGON((0 0,600 0,1 1,0 0))', 'range', ''],
    ['POLYGON((0 0,1 0,1 91,0 0))', 'range', ''],
    ['POLYGON((0 0,4 4,4 0,0 4,0 0))', 'crossing', '2.0000, 2.0000'],
  ])('refuses %j as %s', (text, fault, at) => {
    expect(readArea(text)).toEqual({ fault, at });
  });

  it('takes an area across 180 degrees, which counts on beyond it', () => {
    const across = 'POLYGON((170 0,190 0,190 10,170 10,170 0))';
    expect(readArea(across)).toEqual({ wkt: across });
  });

  it('counts on beyond 180 degrees where an edge jumps back across the globe, as the server does', () => {
    const jumping = 'POLYGON((175 50,-175 50,-175 55,175 55,175 50))';
    const counted = 'POLYGON((175 50,185 50,185 55,175 55,175 50))';
    expect(readArea(jumping)).toEqual({ wkt: counted });
    expect(readAddressArea(jumping)).toBe(counted);
    expect(asBox(counted)).toEqual([175, 50, 185, 55]);
    const holed = 'POLYGON((-170 0,170 0,170 20,-170 20,-170 0),(179 5,-179 5,-179 8,179 8,179 5))';
    expect(readArea(holed)).toEqual({
      wkt: 'POLYGON((-170 0,-190 0,-190 20,-170 20,-170 0),(-181 5,-179 5,-179 8,-181 8,-181 5))',
    });
    const wide = 'POLYGON((-130 0,130 0,130 10,-130 10,-130 0))';
    expect(readArea(wide)).toEqual({ wkt: wide });
    const globe = 'POLYGON((-180 -90,180 -90,180 90,-180 90,-180 -90))';
    expect(readArea(globe)).toEqual({ wkt: globe });
  });

  it('counts vertices, and does not look at a text that is too long', () => {
    const many = Array.from({ length: 20_001 }, (_, n) => `${n % 170} ${n % 80}`);
    expect(readArea(`LINESTRING(${many.join(',')})`)).toEqual({ fault: 'vertices', at: '20001' });
    const started = performance.now();
    expect(readArea(`LINESTRING(${'1 2,'.repeat(LONGEST_WKT)}1 2)`)).toMatchObject({
      fault: 'long',
    });
    expect(performance.now() - started).toBeLessThan(50);
  });

  it('writes four decimals', () => {
    expect(boxWkt([100.000049, 30.12345, 101, 31])).toBe(
      'POLYGON((100 30.1235,101 30.1235,101 31,100 31,100 30.1235))',
    );
    expect(formatShape(readShape('POINT(1.23456 -7.00001)'))).toBe('POINT(1.2346 -7)');
  });

  it('knows an upright rectangle from other shapes', () => {
    expect(asBox(SQUARE)).toEqual([100, 30, 101, 31]);
    expect(asBox('POLYGON((101 31,101 30,100 30,100 31,101 31))')).toEqual([100, 30, 101, 31]);
    expect(asBox('POLYGON((100 30,101 30,101 31,100 30))')).toBeNull();
    expect(asBox('POLYGON((100 30,101 31,101 30,100 31,100 30))')).toBeNull();
  });

  it('measures on the ellipsoid, without the holes', () => {
    const km2 = (wkt: string) => areaKm2(parseWkt(wkt) ?? []);
    expect(km2('POLYGON((0 0,1 0,1 1,0 1,0 0))')).toBeCloseTo(12_308.46, 1);
    const holed = km2('POLYGON((0 0,2 0,2 1,0 1,0 0),(0 0,1 0,1 1,0 1,0 0))');
    expect(holed).toBeCloseTo(12_308.46, 1);
  });
});

describe('a ring that crosses itself', () => {
  it('is told where', () => {
    expect(
      crossing([
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
        [0, 0],
      ]),
    ).toEqual([1, 1]);
  });

  it('may touch itself', () => {
    const touching = parseWkt('POLYGON((0 0,2 0,1 1,2 2,0 2,1 1,0 0))')?.[0]?.[0] ?? [];
    expect(crossing(touching)).toBeNull();
  });
});
