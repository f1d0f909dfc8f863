import { describe, expect, it } from 'vitest';
import { lonLat, type NamedPlace, placeOf, readable, tilesInView } from './namesInView';
import { widthOf } from './roomFor';

const level = (z: number) => 360 / 512 / 2 ** z;

describe('tiles whose names are seen', () => {
  it('are those of the level, and fewer where they would be many', () => {
    expect(tilesInView([100, 25, 110, 35], level(5))).toEqual([
      [5, 24, 12],
      [5, 24, 13],
      [5, 25, 12],
      [5, 25, 13],
    ]);
    const far = tilesInView([-180, -85, 180, 85], level(8));
    expect(far.length).toBeLessThanOrEqual(20);
    expect(new Set(far.map(([z]) => z))).toEqual(new Set([2]));
  });

  it('go on beyond 180 degrees', () => {
    const columns = tilesInView([170, 0, -170, 5], level(4)).map(([, x]) => x);
    expect(new Set(columns)).toEqual(new Set([15, 0]));
  });
});

it('finds a place on its tile', () => {
  expect(lonLat([0, 0, 0], [0.5, 0.5])).toEqual([0, 0]);
  const [lon, lat] = lonLat([1, 1, 0], [0, 1]);
  expect([lon, lat.toFixed(4)]).toEqual([0, '85.0511']);
});

describe('names', () => {
  const feature = (kind: string, name: string, english: string) => {
    const all: Record<string, string> = { layer: 'place', kind, name, 'name:en': english };
    return { get: (key: string) => all[key] };
  };
  const named = (kind: string, name: string, english: string, lon = 104) =>
    placeOf(feature(kind, name, english), [lon, 30]) as NamedPlace;

  it('are known in both languages', () => {
    expect(named('capital', '成都', 'Chengdu')).toMatchObject({ name: '成都', english: 'Chengdu' });
    expect(placeOf({ get: () => 'land' }, [0, 0])).toBeNull();
  });

  it('come as on the flat map: capitals before provinces, counties only from nearby, none twice', () => {
    const all = [
      named('province', '四川', 'Sichuan'),
      named('county', '武侯区', 'Wuhou'),
      named('capital', '成都', 'Chengdu'),
      named('capital', '成都', 'Chengdu'),
    ];
    expect(readable(all, level(5)).map(({ name }) => name)).toEqual(['成都', '四川']);
    expect(readable(all, level(10)).map(({ name }) => name)).toEqual(['成都', '武侯区']);
  });

  it('are as wide as their letters', () => {
    expect(widthOf('成都')).toBe(28);
    expect(widthOf('Lhasa')).toBe(40);
  });
});
