import { expect, it } from 'vitest';
import { rowsOf, yearsOf } from './coverageTable';
import { shareWords } from './shareWords';

const item = (satellite: string, year: number | null, scenes: number, share: number | null) => ({
  satellite,
  year,
  scenes,
  share,
});

const COVERAGE = {
  scenes: 1210,
  share: 99.97,
  items: [item('GF1', 2022, 10, 0.04), item('GF1', 2024, 200, 50), item('ZY3', 2024, 1000, null)],
  satellites: [item('GF1', null, 210, 50), item('ZY3', null, 1000, null)],
  years: [item('', 2022, 10, 0.04), item('', 2024, 1200, 99.97)],
  grid: { west: 0, south: 0, side: 1, columns: 1, rows: 1, counts: [1] },
};

it('has a column for every year between the first and the last', () => {
  expect(yearsOf(COVERAGE)).toEqual([2022, 2023, 2024]);
  expect(yearsOf({ ...COVERAGE, years: [] })).toEqual([]);
});

const texts = (shown: 'scenes' | 'share') =>
  rowsOf(COVERAGE, shown).map(({ satellite, figures }) => ({
    satellite,
    figures: figures.map(({ text }) => text),
  }));

it('shows scenes or shares, all satellites last', () => {
  expect(texts('scenes')).toEqual([
    { satellite: 'ZY3', figures: ['—', '—', '1,000', '1,000'] },
    { satellite: 'GF1', figures: ['10', '—', '200', '210'] },
    { satellite: null, figures: ['10', '—', '1,200', '1,210'] },
  ]);
  expect(texts('share').map(({ figures }) => figures)).toEqual([
    ['—', '—', '—', '—'],
    ['<0.1%', '—', '50.0%', '50.0%'],
    ['<0.1%', '—', '>99.9%', '>99.9%'],
  ]);
});

it('knows of every cell how many scenes it counts, and of which year', () => {
  expect(rowsOf(COVERAGE, 'share')[1]?.figures.map(({ year, scenes }) => [year, scenes])).toEqual([
    [2022, 10],
    [2023, 0],
    [2024, 200],
    [null, 210],
  ]);
});

it('rounds nothing to nothing or to all', () => {
  expect([0, 0.01, 12.34, 99.95, 100].map(shareWords)).toEqual([
    '0%',
    '<0.1%',
    '12.3%',
    '>99.9%',
    '100%',
  ]);
});

it('tells scenes of no satellite from those of all', () => {
  const none = item('', null, 6, 1);
  const rows = rowsOf({ ...COVERAGE, satellites: [...COVERAGE.satellites, none] }, 'scenes');
  expect(rows.map(({ satellite }) => satellite)).toEqual(['ZY3', 'GF1', '', null]);
});
