import { describe, expect, it } from 'vitest';
import { mapArea } from './ellipsoid';
import { densified, direct, geodesicArea, inverse, lineLength } from './geodesic';
import type { Position, Ring } from './wkt';

const CELL: Ring = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

describe('the shortest way on WGS 84 (values of GeographicLib)', () => {
  it.each<[Position, Position, number]>([
    [[-73.8, 40.6], [-0.5, 51.6], 5_551_759.4],
    [[0, 0], [1, 0], 111_319.4908],
    [[0, 0], [0, 90], 10_001_965.7293],
    // Nearly opposite: the plain iteration settles slowly, or not at all.
    [[0, 0], [179.5, 0.5], 19_936_288.579],
    [[0, 0], [179.7, 0.5], 19_944_127.421],
    [[0, 0], [180, 0], 20_003_931.4586],
  ])('%j to %j', (from, to, metres) => {
    expect(inverse(from, to).metres).toBeCloseTo(metres, 2);
    expect(inverse(to, from).metres).toBeCloseTo(metres, 2);
  });

  it('is nothing from a place to itself, and goes over the date line', () => {
    expect(inverse([100, 30], [100, 30]).metres).toBe(0);
    expect(inverse([179.5, 0], [-179.5, 0]).metres).toBeCloseTo(111_319.4908, 3);
  });

  it('gets where it set out for', () => {
    const [from, to]: Position[] = [
      [116.4, 39.9],
      [-58.4, -34.6],
    ];
    if (!from || !to) throw new Error();
    const way = inverse(from, to);
    const [lon, lat] = direct(from, way.azimuth, way.metres).position;
    expect((((lon - to[0]) % 360) + 360) % 360).toBeCloseTo(0, 8);
    expect(lat).toBeCloseTo(to[1], 8);
  });

  it('adds up along a line, which is drawn as the curve that was measured', () => {
    const line: Position[] = [
      [100, 50],
      [120, 50],
      [120, 40],
    ];
    const dense = densified(line);
    expect(dense.length).toBeGreaterThan(8);
    expect(lineLength(dense)).toBeCloseTo(lineLength(line), 3);
    expect(Math.max(...dense.map(([, lat]) => lat))).toBeGreaterThan(50.4);
  });
});

describe('area on WGS 84', () => {
  it('is that of GeographicLib between geodesics', () => {
    expect(Math.abs(geodesicArea(CELL) - 12_308_778_361.469)).toBeLessThan(1);
    expect(geodesicArea([...CELL].reverse())).toBeCloseTo(geodesicArea(CELL), 2);
  });

  it('is a little less between parallels', () => {
    expect(Math.abs(mapArea(CELL) / 12_308_463_846 - 1)).toBeLessThan(1e-8);
    expect(mapArea(CELL)).toBeLessThan(geodesicArea(CELL));
  });

  it('has the whole earth for the whole map', () => {
    const all: Ring = [
      [-180, -90],
      [180, -90],
      [180, 90],
      [-180, 90],
      [-180, -90],
    ];
    expect(mapArea(all) / 510_065_621_724_088).toBeCloseTo(1, 9);
  });
});
