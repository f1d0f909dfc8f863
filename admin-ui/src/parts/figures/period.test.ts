import { describe, expect, it } from 'vitest';
import { canBeQueried, daysOf, daysOfMonth, periodProblem, yearBefore, yearSoFar } from './period';

describe('a period of statistics', () => {
  it('is this year so far, by the clock of Beijing', () => {
    expect(yearSoFar(new Date('2026-12-31T16:30:00Z'))).toEqual({
      from: '2027-01-01',
      to: '2027-01-01',
    });
  });

  it.each([
    ['', '', 'noPeriod', false],
    ['', '2026-01-01', 'noFrom', false],
    ['2026-01-01', '', 'noTo', false],
    ['2026-01-02', '2026-01-01', 'reversed', true],
    ['2026-01-01', '2026-01-01', null, true],
  ] as const)('from %j to %j: %s', (from, to, problem, queried) => {
    const found = periodProblem({ from, to });
    expect(found).toBe(problem);
    expect(canBeQueried(found)).toBe(queried);
  });

  it('has the same days a year before', () => {
    expect(yearBefore({ from: '2028-02-29', to: '2028-12-31' })).toEqual({
      from: '2027-02-28',
      to: '2027-12-31',
    });
  });

  it('is made of days', () => {
    expect(daysOf({ from: '2028-02-28', to: '2028-03-01' }, 9)).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    expect(daysOf({ from: '2028-02-28', to: '2029-03-01' }, 3)).toHaveLength(3);
    expect(daysOf({ from: '2028-03-02', to: '2028-03-01' }, 3)).toEqual([]);
    expect(daysOf({ from: 'soon', to: '2028-03-01' }, 3)).toEqual([]);
  });

  it('takes of a month only its own days', () => {
    const period = { from: '2028-02-10', to: '2028-03-05' };
    expect(daysOfMonth('2028-02', period)).toEqual({ from: '2028-02-10', to: '2028-02-29' });
    expect(daysOfMonth('2028-03', period)).toEqual({ from: '2028-03-01', to: '2028-03-05' });
  });
});
