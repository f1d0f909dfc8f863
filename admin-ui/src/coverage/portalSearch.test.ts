import { expect, it } from 'vitest';
import { cellAt, cellSearch, tableSearch } from './portalSearch';

const CHOICE = {
  satellites: ['GF1', 'A,B'],
  fromYear: 2022,
  toYear: 2024,
  area: { kind: 'region', code: '156000000' },
} as const;

const query = (address: string | undefined) =>
  Object.fromEntries(new URLSearchParams(address?.split('?')[1]));

it('finds what a cell of the table counts', () => {
  expect(tableSearch(CHOICE, 'GF1', 2023)).toMatch(/^\/search\?/);
  expect(query(tableSearch(CHOICE, 'GF1', 2023))).toEqual({
    region: '156000000',
    from: '2023-01-01',
    to: '2023-12-31',
    sat: 'GF1',
  });
  expect(query(tableSearch({ ...CHOICE, area: { kind: 'kept', id: 'k1' } }, null, null))).toEqual({
    area: 'k1',
    from: '2022-01-01',
    to: '2024-12-31',
    sat: 'GF1,A%2CB',
  });
  expect(tableSearch(CHOICE, '', 2023)).toBeUndefined();
});

const GRID = { west: 100, south: 30, side: 0.5, columns: 2, rows: 2, counts: [1, null, 0, 250] };

it('knows the cell at a place, none outside of the area', () => {
  expect(cellAt(GRID, [100.1, 30.4])).toEqual({ middle: [100.25, 30.25], side: 0.5, scenes: 1 });
  expect(cellAt(GRID, [100.6, 30.6])?.scenes).toBe(250);
  expect([cellAt(GRID, [100.6, 30.1]), cellAt(GRID, [99, 30]), cellAt(GRID, [101, 30])]).toEqual([
    null,
    null,
    null,
  ]);
});

it('finds what lies over the middle of a cell, and shows what is around it', () => {
  const cell = { middle: [100.25, 30.25], side: 0.5, scenes: 1 } as const;
  const found = query(cellSearch(CHOICE, cell));
  expect(found).toMatchObject({
    box: '100.2495,30.2495,100.2505,30.2505',
    from: '2022-01-01',
    to: '2024-12-31',
    c: '100.25,30.25',
  });
  expect(Number(found.z)).toBeGreaterThan(8);
});
