import { expect, it } from 'vitest';
import { CLASSES, classOf, classWords, runsOf } from './densityClasses';

const GRID = {
  west: 100,
  south: 30,
  side: 0.5,
  columns: 4,
  rows: 2,
  counts: [1, 1, 0, 250, null, 3, 2, 12],
};

it('has a class for every number of scenes', () => {
  expect([0, 1, 3, 4, 29, 30, 99, 100, 5000].map(classOf)).toEqual([-1, 0, 1, 2, 3, 4, 4, 5, 5]);
  expect(CLASSES.map((_, classIndex) => classWords(classIndex))).toEqual([
    '1',
    '2–3',
    '4–9',
    '10–29',
    '30–99',
    '≥100',
  ]);
});

it('draws cells of a class beside one another as one', () => {
  expect(runsOf(GRID)).toEqual([
    { classIndex: 0, box: [100, 30, 101, 30.5] },
    { classIndex: 5, box: [101.5, 30, 102, 30.5] },
    { classIndex: 1, box: [100.5, 30.5, 101.5, 31] },
    { classIndex: 3, box: [101.5, 30.5, 102, 31] },
  ]);
});
