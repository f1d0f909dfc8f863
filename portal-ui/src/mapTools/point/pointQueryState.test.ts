import { beforeEach, expect, it } from 'vitest';
import { diamond, keepPointQuery, readPointQuery, storageKey } from './pointQueryState';

const NOW = new Date('2026-11-21T00:00:00Z');

beforeEach(() => localStorage.clear());

it('searches a diamond of 0.0001 degrees around the click', () => {
  expect(diamond([100, 30])).toBe(
    'POLYGON((100 30.0001,100.0001 30,100 29.9999,99.9999 30,100 30.0001))',
  );
});

it('begins with the last 30 days when nothing was searched before', () => {
  expect(readPointQuery('ZL', NOW)).toEqual({
    wkt: '',
    objType: 'ZL',
    nodeId: '',
    currentPage: 1,
    time: '2026-10-22T00:00:00.000Z',
  });
});

it('keeps one search for each type of object', () => {
  const kept = {
    wkt: diamond([1, 2]),
    objType: 'BZCP' as const,
    nodeId: '7,8',
    currentPage: 3,
    time: '',
  };
  keepPointQuery(kept);
  expect(readPointQuery('BZCP', NOW)).toEqual(kept);
  expect(readPointQuery('WX', NOW).wkt).toBe('');
  expect(Object.keys(JSON.parse(localStorage.getItem(storageKey('BZCP')) ?? '{}')).sort()).toEqual([
    'currentPage',
    'nodeId',
    'objType',
    'time',
    'wkt',
  ]);
});

it('does not trust what stands in the storage', () => {
  localStorage.setItem(storageKey('WX'), '{"time":"yesterday","currentPage":-1,"wkt":5}');
  expect(readPointQuery('WX', NOW)).toMatchObject({ wkt: '', currentPage: 1 });
  expect(readPointQuery('WX', NOW).time).toBe('2026-10-22T00:00:00.000Z');
  localStorage.setItem(storageKey('WX'), 'not json');
  expect(readPointQuery('WX', NOW).currentPage).toBe(1);
});
