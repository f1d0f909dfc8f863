import { describe, expect, it } from 'vitest';
import { expiryOf } from './expiry';

const NOW = Date.parse('2026-11-21T00:00:00Z');

describe('the end of a delivery', () => {
  it.each([
    ['2026-12-21T00:00:00Z', 'neutral', 30, false],
    ['2026-11-24T00:00:01Z', 'neutral', 3, false],
    ['2026-11-24T00:00:00Z', 'warning', 3, false],
    ['2026-11-22T00:00:01Z', 'warning', 1, false],
    ['2026-11-22T00:00:00Z', 'danger', 1, false],
    ['2026-11-21T00:00:01Z', 'danger', 0, false],
    ['2026-11-21T00:00:00Z', 'danger', 0, true],
    ['2026-11-01T00:00:00Z', 'danger', 0, true],
  ])('at %s is %s', (expiresAt, tone, days, over) => {
    expect(expiryOf(expiresAt, NOW)).toEqual({ tone, days, over });
  });
});
