import { expect, it } from 'vitest';
import {
  isTaskNumber,
  matching,
  type PaletteEntry,
  recentEntries,
  withPlace,
} from './paletteEntries';

const PAGES: PaletteEntry[] = [
  { group: 'pages', to: '/orderManage', name: '全部订单' },
  { group: 'pages', to: '/ordercompStat', name: '订单统计' },
  { group: 'pages', to: '/user', name: 'User accounts' },
];

const named = (text: string) => matching(PAGES, text).map(({ name }) => name);

it('finds by every word, in names and addresses, whatever their case', () => {
  expect(named('订单')).toEqual(['全部订单', '订单统计']);
  expect(named('统计 订单')).toEqual(['订单统计']);
  expect(named('ACCOUNTS')).toEqual(['User accounts']);
  expect(named('ordercomp')).toEqual(['订单统计']);
  expect(named('无此页')).toEqual([]);
  expect(named('  ')).toHaveLength(3);
});

it('leads back to where somebody was, by the name of now, and to nothing that is not theirs', () => {
  const places = [
    { path: '/user', name: '用户管理' },
    { path: '/orderManage_details/o1', name: '20261128WP01' },
    { path: '/roles', name: '角色' },
    { path: '/orderManage', name: '全部订单' },
  ];
  const names = (seesOrders: boolean) =>
    recentEntries(places, PAGES, '/orderManage', seesOrders).map(({ name }) => name);
  expect(names(true)).toEqual(['User accounts', '20261128WP01']);
  expect(names(false)).toEqual(['User accounts']);
});

it('keeps eight places, each once, the newest first', () => {
  const many = Array.from({ length: 12 }, (_, n) => ({ path: `/${n}`, name: `${n}` }));
  const places = many.reduce<{ path: string; name: string }[]>(withPlace, []);
  expect(places.map(({ path }) => path)).toEqual([
    '/11',
    '/10',
    '/9',
    '/8',
    '/7',
    '/6',
    '/5',
    '/4',
  ]);
  expect(withPlace(places, { path: '/9', name: 'nine' })[0]).toEqual({ path: '/9', name: 'nine' });
  expect(withPlace(places, { path: '/9', name: 'nine' })).toHaveLength(8);
});

it('knows the number of a task', () => {
  expect(isTaskNumber('237adc60-6e43-461a-aac2-ac5ec16c3e83')).toBe(true);
  expect(isTaskNumber('20261128WP01')).toBe(false);
});
