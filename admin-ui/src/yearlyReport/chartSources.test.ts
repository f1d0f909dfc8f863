import { expect, it } from 'vitest';
import { chartSources } from './chartSources';

const TABLE = {
  caption: '各月',
  names: '月份',
  columns: [
    { heading: '在线订单（个）', numbers: 'count' as const },
    { heading: '离线订单（个）', numbers: 'count' as const },
    { heading: '数据量（GB）', numbers: 'bytes' as const },
  ],
  rows: [
    {
      ...{ name: '1月', notes: [], figures: [3, 1, 4], source: '/month1' },
      sources: ['/on1', '/off1', '/volume1'],
    },
    {
      ...{ name: '2月', notes: [], figures: [0, 2, 0], source: '/month2' },
      sources: ['/on2', '/off2', '/volume2'],
    },
    {
      ...{ name: '合计', notes: [], figures: [3, 3, 4], source: '/all' },
      sources: ['/a', '/b', '/c'],
    },
  ],
};

const chart = (numbers: 'count' | 'bytes', ...series: number[][]) => ({
  title: '图',
  labels: ['1月', '2月'],
  numbers,
  series: series.map((values, n) => ({ name: `series ${n}`, values })),
});

it('leads where the same number of a table leads, and nowhere from nothing', () => {
  expect(chartSources(chart('count', [3, 0], [1, 2]), [TABLE])).toEqual([
    ['/on1', null],
    ['/off1', '/off2'],
  ]);
  expect(chartSources(chart('bytes', [4, 0]), [TABLE])).toEqual([['/volume1', null]]);
});

it('leads nowhere where no table has the numbers, or has them as something else', () => {
  expect(chartSources(chart('count', [3, 9]), [TABLE])).toEqual([[null, null]]);
  expect(chartSources(chart('bytes', [3, 0]), [TABLE])).toEqual([[null, null]]);
  expect(chartSources(chart('count', [3, 0]), [])).toEqual([[null, null]]);
});
