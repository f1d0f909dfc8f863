import Feature from 'ol/Feature';
import { describe, expect, it } from 'vitest';
import { groundStyle, RELIEF_ENDS } from './ground';
import { borderStyle, nameOf, nameStyle, PLACES } from './names';
import { holders, within } from './source';

/** Degrees per pixel at a level of the map. */
const at = (level: number) => 1.40625 / 2 ** level;

const place = (kind: string) =>
  new Feature({ layer: 'place', kind, name: '武侯区', 'name:en': 'Wuhou' });

const shows = (kind: string, level: number) =>
  nameStyle('plain', false)(place(kind), at(level)) !== undefined;

describe('tiles', () => {
  it('are looked for in the tile above where the file has none', () => {
    expect(holders([3, 5, 2])).toEqual([
      [3, 5, 2],
      [2, 2, 1],
      [1, 1, 0],
      [0, 0, 0],
    ]);
  });

  it('lie in a part of that', () => {
    expect(within([3, 5, 2], [1, 1, 0])).toEqual({ x: 1024, y: 2048, side: 1024 });
    expect(within([3, 5, 2], [3, 5, 2])).toEqual({ x: 0, y: 0, side: 4096 });
  });
});

describe('names', () => {
  it('come with their level', () => {
    const levels = [4, 6, 7, 9, 11];
    expect(levels.map((level) => shows('province', level))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
    expect(levels.map((level) => shows('city', level))).toEqual([false, false, true, true, true]);
    expect(levels.map((level) => shows('county', level))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(levels.map((level) => shows('town', level))).toEqual([false, false, false, false, true]);
  });

  it('of capitals win over those of provinces', () => {
    expect(PLACES.capital?.rank).toBeGreaterThan(PLACES.province?.rank ?? 0);
  });

  it('are English on the English map', () => {
    expect(nameOf(place('county'), true)).toBe('Wuhou');
    expect(nameOf(place('county'), false)).toBe('武侯区');
  });
});

it('gives way from relief to drawn land', () => {
  const land = new Feature({ layer: 'land', kind: 'china' });
  expect(groundStyle(true)(land, at(5))).toBeUndefined();
  expect(groundStyle(true)(land, RELIEF_ENDS * 0.9)).toBeDefined();
  expect(groundStyle(false)(land, at(5))).toBeDefined();
});

it('draws every kind of border that the file has', () => {
  const kinds = ['coast', 'county', 'city', 'province', 'country', 'china', 'dash'];
  for (const kind of kinds) {
    expect(borderStyle('plain')(new Feature({ layer: 'boundary', kind }), at(9))).toBeDefined();
  }
});
