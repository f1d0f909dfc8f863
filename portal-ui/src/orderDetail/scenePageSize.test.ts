import { describe, expect, it } from 'vitest';
import { scenePageSize } from './scenePageSize';

describe('the page size of the table of scenes', () => {
  it.each([
    [0, 50],
    [Number.NaN, 50],
    [900, 10],
    [1080, 12],
    [768, 8],
    [100, 1],
  ])('in a window of %i px is %i', (height, rows) => {
    expect(scenePageSize(height)).toBe(rows);
  });
});
