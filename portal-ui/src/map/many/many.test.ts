import { describe, expect, it } from 'vitest';
import { indexColumns } from './columns';
import { CELL, density, shade } from './density';
import { sceneAt } from './hit';
import { type Packed, pack, ringsOf } from './packed';
import { inFrame, slabResolution, worldFrames } from './paint';

/** A square as the server writes it: first corner absolute, then differences, not closed. */
const square = (x: number, y: number, side: number) =>
  [x, y, side, 0, 0, side, -side, 0].map((degrees) => Math.round(degrees * 10_000));

const packed = pack({
  scale: 10_000,
  rings: [[square(100, 30, 10)], [square(102, 32, 2)], [square(120, 40, 1), square(122, 40, 1)]],
});

const at = (among: Packed, lon: number, lat: number) =>
  sceneAt(among, indexColumns(among), lon, lat);

const frame = { west: 95, north: 45, resolution: 0.1, width: 300, height: 300, ratio: 1 };

describe('footprints in flat arrays', () => {
  it('become the rings that were sent', () => {
    expect(packed.count).toBe(3);
    expect(ringsOf(packed, 1)).toEqual([
      [
        [102, 32],
        [104, 32],
        [104, 34],
        [102, 34],
        [102, 32],
      ],
    ]);
    expect(ringsOf(packed, 2)).toHaveLength(2);
    expect([...packed.boxes.slice(8, 12)]).toEqual([120, 40, 123, 41]);
  });

  it('survive a scene without a ring', () => {
    const holes = pack({ scale: 1, rings: [[], [[1, 1, 2, 0, 0, 2]]] });
    expect(at(holes, 2.9, 1.5)).toBe(1);
    expect(inFrame(holes, frame).scenes).toEqual([]);
  });
});

describe('the scene under the pointer', () => {
  it('is the smallest one', () => {
    expect(at(packed, 103, 33)).toBe(1);
    expect(at(packed, 101, 31)).toBe(0);
  });

  it('lies in a ring, not only in the box around the rings', () => {
    expect(at(packed, 122.5, 40.5)).toBe(2);
    expect(at(packed, 121.5, 40.5)).toBe(-1);
  });
});

describe('a picture', () => {
  it('knows what it shows and how much outlines would cover', () => {
    expect(inFrame(packed, frame).scenes).toEqual([0, 1, 2]);
    expect(inFrame(packed, { ...frame, west: 110 }).scenes).toEqual([0, 2]);
    expect(inFrame(packed, { ...frame, west: 130 }).scenes).toEqual([]);
    const finer = inFrame(packed, { ...frame, resolution: 0.05, width: 600, height: 600 });
    expect(finer.inked).toBeLessThan(inFrame(packed, frame).inked);
  });

  it('of the whole Earth has one resolution at which outlines become a slab', () => {
    const crowd = (count: number) =>
      pack({ scale: 10_000, rings: Array.from({ length: count }, () => [square(100, 30, 10)]) });
    expect(slabResolution(crowd(100))).toBeLessThan(slabResolution(crowd(10)));
    expect(slabResolution(pack({ scale: 1, rings: [[]] }))).toBe(Infinity);
  });

  it('counts the scenes over each place', () => {
    const { columns, counts } = density(packed, frame);
    const over = (lon: number, lat: number) =>
      counts[
        Math.floor((frame.north - lat) / frame.resolution / CELL) * columns +
          Math.floor((lon - frame.west) / frame.resolution / CELL)
      ];
    expect(over(103, 33)).toBe(2);
    expect(over(101, 31)).toBe(1);
    expect(over(122.5, 40.5)).toBe(1);
    expect(over(121.5, 40.5)).toBe(0);
    expect(over(97, 20)).toBe(0);
  });

  it('counts scenes smaller than a cell', () => {
    const tiny = pack({ scale: 10_000, rings: [[square(100.1, 30.1, 0.01)]] });
    expect(density(tiny, frame).counts.reduce((sum, count) => sum + count)).toBe(1);
  });

  it('is deeper where more scenes lie, and clear where none does', () => {
    expect(shade(0)[3]).toBe(0);
    const alphas = [1, 10, 100].map((count) => shade(count)[3]);
    expect(alphas).toEqual([...alphas].sort((a, b) => a - b));
    expect(shade(1000)).toEqual(shade(100));
  });
});

it('finds scenes that lie over several degrees, and at the edges of the Earth', () => {
  const wide = pack({ scale: 10_000, rings: [[square(-180, 0, 30)], [square(170, 0, 20)]] });
  expect([at(wide, -179.9, 1), at(wide, -150.5, 1), at(wide, 179.5, 1), at(wide, 185, 1)]).toEqual([
    0, 0, 1, 1,
  ]);
});

it('are drawn on both sides of longitude 180', () => {
  const frame = { west: 170, north: 60, resolution: 0.1, width: 200, height: 100, ratio: 1 };
  expect(worldFrames(frame).map(({ west }) => west)).toEqual([170, -190]);
  expect(worldFrames({ ...frame, west: 100 }).map(({ west }) => west)).toEqual([100]);
});
