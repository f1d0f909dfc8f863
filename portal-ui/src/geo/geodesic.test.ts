import { describe, expect, it } from 'vitest';
import { mapArea } from './ellipsoid';
import { densified, geodesicArea, lineLength } from './geodesic';
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
    expect(lineLength([from, to])).toBeCloseTo(metres, 2);
    expect(lineLength([to, from])).toBeCloseTo(metres, 2);
  });

  it('is nothing from a place to itself, and goes over the date line', () => {
    expect(
      lineLength([
        [100, 30],
        [100, 30],
      ]),
    ).toBe(0);
    expect(
      lineLength([
        [179.5, 0],
        [-179.5, 0],
      ]),
    ).toBeCloseTo(111_319.4908, 3);
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
    const over = densified([
      [170, 60],
      [190, 60],
    ]).map(([lon]) => lon);
    expect(over).toEqual([...over].sort((a, b) => a - b));
  });
});

describe('area on WGS 84', () => {
  it('is that of GeographicLib between geodesics', () => {
    expect(Math.abs(geodesicArea(CELL) - 12_308_778_361.469)).toBeLessThan(1);
    expect(geodesicArea([...CELL].reverse())).toBeCloseTo(geodesicArea(CELL), 2);
  });

  it('may hold a pole', () => {
    const cap: Ring = [
      [0, 89],
      [90, 89],
      [180, 89],
      [270, 89],
      [0, 89],
    ];
    // GeographicLib's own test of its Planimeter.
    expect(Math.abs(geodesicArea(cap) - 24_952_305_678)).toBeLessThan(1);
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
