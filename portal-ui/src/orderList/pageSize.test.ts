import { describe, expect, it } from 'vitest';
import { rowsFor } from './pageSize';

describe('rows of an order list', () => {
  it.each([
    [900, 9],
    [1080, 13],
    [768, 7],
    [433, 1],
    [432, 10],
    [0, 10],
  ])('a window %i high shows %i', (height, rows) => {
    expect(rowsFor(height)).toBe(rows);
  });
});
