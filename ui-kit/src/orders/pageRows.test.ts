import { describe, expect, it } from 'vitest';
import { rowsFor, scenePageSize } from './pageRows';

describe('page sizes', () => {
  it.each([
    [900, 9],
    [1080, 13],
    [768, 7],
    [380 + 53 * 12, 12],
    [380 + 53 * 12 - 1, 11],
    [433, 1],
    [432, 10],
    [0, 10],
  ])('of order lists in a window of %i px are %i', (height, rows) => {
    expect(rowsFor(height)).toBe(rows);
  });

  it.each([
    [0, 50],
    [Number.NaN, 50],
    [900, 10],
    [1200, 13],
    [768, 8],
    [60, 1],
  ])('of scenes in a window of %i px are %i', (height, rows) => {
    expect(scenePageSize(height)).toBe(rows);
  });
});
