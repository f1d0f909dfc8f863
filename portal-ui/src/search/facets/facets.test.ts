import { describe, expect, it } from 'vitest';
import { binsOf, isIn, rangeOf } from './bins';
import { cloudValues, flipped, nodeValues, textValues, withYear, yearValues } from './facetValues';

const none = { from: null, to: null };

describe('bars over time', () => {
  it('are months without gaps', () => {
    const bins = binsOf([
      { month: '2024-01', count: 2 },
      { month: '2024-03', count: 5 },
    ]);
    expect(bins.map(({ name, count }) => [name, count])).toEqual([
      ['2024-01', 2],
      ['2024-02', 0],
      ['2024-03', 5],
    ]);
    expect(bins[1]).toMatchObject({ from: '2024-02-01', to: '2024-02-29' });
  });

  it('are years when months are too many', () => {
    const bins = binsOf([
      { month: '2019-12', count: 1 },
      { month: '2023-12', count: 2 },
      { month: '2023-01', count: 4 },
    ]);
    expect(bins.map(({ name, count }) => [name, count])).toEqual([
      ['2019', 1],
      ['2020', 0],
      ['2021', 0],
      ['2022', 0],
      ['2023', 6],
    ]);
  });

  it('are the months of a chosen time when it is looked at closely', () => {
    const months = [
      { month: '2001-06', count: 1 },
      { month: '2024-07', count: 400 },
    ];
    const only = { from: '2024-06-01', to: '2024-08-31' };
    expect(binsOf(months, only).map(({ count }) => count)).toEqual([0, 400, 0]);
  });

  it('are none when nothing was found', () => {
    expect(binsOf([])).toEqual([]);
  });

  it('name the days from one bar to another, dragged either way', () => {
    const bins = binsOf([
      { month: '2024-01', count: 2 },
      { month: '2024-04', count: 5 },
    ]);
    const range = { from: '2024-02-01', to: '2024-04-30' };
    expect(rangeOf(bins, 1, 3)).toEqual(range);
    expect(rangeOf(bins, 3, 1)).toEqual(range);
    expect(bins.map((bin) => isIn(bin, range))).toEqual([false, true, true, true]);
    expect(bins.every((bin) => isIn(bin, none))).toBe(true);
  });
});

describe('values to choose from', () => {
  it('keep what is chosen, also when it is no longer found', () => {
    const counts = [{ value: 'a', count: 3 }];
    expect(textValues([...counts, { value: '', count: 9 }], ['a'], String)).toHaveLength(1);
    expect(textValues(counts, ['a', 'gone'], String)).toEqual([
      { id: 'a', label: 'a', count: 3, on: true },
      { id: 'gone', label: 'gone', count: 0, on: true },
    ]);
    expect(flipped(['a', 'b'], 'a')).toEqual(['b']);
    expect(flipped(['a'], 'b')).toEqual(['a', 'b']);
  });

  it('count the scenes under each limit of cloud', () => {
    const clouds = [
      { from: 0, to: 10, count: 5 },
      { from: 10, to: 20, count: 2 },
      { from: 90, to: 100, count: 9 },
    ];
    const values = cloudValues(clouds, 20, (percent) => `≤${percent}`);
    expect(values.map(({ label, count, on }) => [label, count, on])).toEqual([
      ['≤10', 5, false],
      ['≤20', 7, true],
    ]);
  });

  it('tick the nodes below a chosen one', () => {
    const leaf = { id: 11, label: 'Landsat', objType: 'WX' as const, count: 2, children: [] };
    const tree = [{ id: 1, label: '卫星', objType: 'WX' as const, count: 2, children: [leaf] }];
    const counts = [
      { value: 11, count: 2 },
      { value: 99, count: 1 },
    ];
    expect(nodeValues(counts, tree, [1])).toEqual([
      { id: '11', label: 'Landsat', count: 2, on: true },
      { id: '99', label: '99', count: 1, on: false },
    ]);
  });

  it.each([
    [none, '2020', '2020-01-01', '2020-12-31'],
    [{ from: '2020-01-01', to: '2020-12-31' }, '2022', '2020-01-01', '2022-12-31'],
    [{ from: '2020-01-01', to: '2022-12-31' }, '2018', '2018-01-01', '2022-12-31'],
    [{ from: '2020-01-01', to: '2022-12-31' }, '2020', '2021-01-01', '2022-12-31'],
    [{ from: '2020-01-01', to: '2022-12-31' }, '2022', '2020-01-01', '2021-12-31'],
    [{ from: '2020-01-01', to: '2022-12-31' }, '2021', '2021-01-01', '2021-12-31'],
    [{ from: '2020-01-01', to: '2020-12-31' }, '2020', null, null],
    [{ from: '2020-05-01', to: '2020-06-30' }, '2020', '2020-01-01', '2020-12-31'],
    [{ from: '2020-05-01', to: null }, '2019', '2019-01-01', '2019-12-31'],
  ])('%j and a click on %s', (range, year, from, to) => {
    expect(withYear(range, year)).toEqual({ from, to });
  });

  it('tick the years that lie wholly in the time', () => {
    const counts = ['2023', '2022', '2021'].map((value) => ({ value, count: 1 }));
    const range = { from: '2021-05-01', to: '2022-12-31' };
    expect(yearValues(counts, range, (year) => year).map(({ on }) => on)).toEqual([
      false,
      true,
      false,
    ]);
    expect(yearValues(counts, none, (year) => year).some(({ on }) => on)).toBe(false);
  });
});
