import Feature from 'ol/Feature';
import Style from 'ol/style/Style';
import { describe, expect, it } from 'vitest';
import { groundStyle } from './ground';
import { borderStyle, nameOf, nameStyle, PLACES } from './names';
import { SHADES, SHADES_LAND, shadeAt } from './relief';
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

  it('go with their dots where there is no room for them', () => {
    const style = nameStyle('plain', false)(place('town'), at(12));
    const image = style instanceof Style ? style.getImage() : null;
    expect(image?.getDeclutterMode() ?? 'declutter').toBe('declutter');
  });

  it('are English on the English map', () => {
    expect(nameOf(place('county'), true)).toBe('Wuhou');
    expect(nameOf(place('county'), false)).toBe('武侯区');
  });
});

it('draws land and water together or apart', () => {
  const land = new Feature({ layer: 'land', kind: 'china' });
  const lake = new Feature({ layer: 'water', kind: 'lake' });
  const drawn = (only?: 'land' | 'water') =>
    [land, lake].map((one) => groundStyle(only)(one, at(9)) !== undefined);
  expect(drawn()).toEqual([true, true]);
  expect(drawn('land')).toEqual([true, false]);
  expect(drawn('water')).toEqual([false, true]);
});

it('shades the land from level 6 to 10, ever less, without a gap', () => {
  expect(shadeAt(at(5))).toBeNull();
  expect([6, 7, 8, 9, 10, 11].map((level) => shadeAt(at(level)))).toEqual([
    1, 1, 0.75, 0.5, 0.28, 0,
  ]);
  expect(SHADES[0]?.below).toBe(SHADES_LAND);
  expect(SHADES.slice(1).map(({ below }) => below)).toEqual(
    SHADES.slice(0, -1).map(({ above }) => above),
  );
});

it('draws every kind of border that the file has', () => {
  const kinds = ['coast', 'county', 'city', 'province', 'country', 'china', 'dash'];
  for (const kind of kinds) {
    expect(borderStyle('plain')(new Feature({ layer: 'boundary', kind }), at(9))).toBeDefined();
  }
});
