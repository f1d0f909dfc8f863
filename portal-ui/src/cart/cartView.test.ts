import { type Scene, UNNAMED_INSTRUMENTS } from '@scenedock/ui-kit';
import { buildScene } from '@scenedock/ui-kit/testing';
import { describe, expect, it } from 'vitest';
import { countNames, matching, namesIn, ordered, readView } from './cartView';

const scene = (dataid: string, changes: Partial<Scene> = {}) =>
  buildScene(dataid, { dataname: `name ${dataid}`, datasize: 0, ...changes });

const ids = (scenes: readonly Scene[]) => scenes.map((one) => one.dataid).join('');

describe('the view of the cart', () => {
  it('is read from the address', () => {
    expect(readView(new URLSearchParams('text=s2&sort=-cloud&page=3&size=100'))).toEqual({
      text: 's2',
      sort: { by: 'cloud', down: true },
      page: 3,
      size: 100,
    });
    expect(readView(new URLSearchParams('sort=nothing&page=-1&size=7'))).toEqual({
      text: '',
      sort: null,
      page: 1,
      size: 50,
    });
  });

  it('finds a text in name, id, satellite and sensor', () => {
    const scenes = [scene('a'), scene('b', { satelite: 'Landsat' }), scene('c', { sensor: null })];
    expect(ids(matching(scenes, ' LAND ', UNNAMED_INSTRUMENTS))).toBe('b');
    expect(ids(matching(scenes, 'pms', UNNAMED_INSTRUMENTS))).toBe('ab');
    expect(ids(matching(scenes, 'name c', UNNAMED_INSTRUMENTS))).toBe('c');
    expect(ids(matching(scenes, '', UNNAMED_INSTRUMENTS))).toBe('abc');
  });

  it('orders by a column; what has no value comes last either way', () => {
    const scenes = [
      scene('a', { cloud: null }),
      scene('b', { cloud: 50 }),
      scene('c', { cloud: 9 }),
    ];
    expect(ids(ordered(scenes, { by: 'cloud', down: false }))).toBe('cba');
    expect(ids(ordered(scenes, { by: 'cloud', down: true }))).toBe('bca');
    expect(ids(ordered(scenes, null))).toBe('abc');
    const sizes = [scene('a', { datasize: 0 }), scene('b', { datasize: 5 })];
    expect(ids(ordered(sizes, { by: 'datasize', down: false }))).toBe('ba');
  });

  it('reads names line by line, and counts them', () => {
    expect(namesIn(' a \r\n\nb\na')).toEqual(['a', 'b']);
    const counts = countNames([scene('1', { dataname: 'x' }), scene('2', { dataname: 'x' })]);
    expect(counts.get('x')).toBe(2);
  });
});
