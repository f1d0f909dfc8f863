import { describe, expect, it } from 'vitest';
import { isPeriodReversed } from './orderFilter';

describe('an order-time range', () => {
  it.each([
    ['2026-01-02', '2026-01-01', true],
    ['2026-01-02', '2026-01-02', false],
    ['', '2026-01-01', false],
    ['2026-01-02', '', false],
  ])('from %j to %j is backwards: %j', (from, to, reversed) => {
    expect(isPeriodReversed({ from, to })).toBe(reversed);
  });
});
