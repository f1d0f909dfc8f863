import { describe, expect, it } from 'vitest';
import { scenePageSize } from '../orders/detail/scenePageSize';
import { rowsFor } from './pageRows';

describe('page sizes', () => {
  it('of order lists are the window less 380 px by a 53 px row', () => {
    expect(rowsFor(900)).toBe(9);
    expect(rowsFor(380 + 53 * 12)).toBe(12);
    expect(rowsFor(380 + 53 * 12 - 1)).toBe(11);
  });

  it('of order lists are 10 where the window says nothing', () => {
    expect(rowsFor(0)).toBe(10);
    expect(rowsFor(400)).toBe(10);
  });

  it('of scenes are 52% of the window less 42 px by a 42 px row', () => {
    expect(scenePageSize(900)).toBe(10);
    expect(scenePageSize(1200)).toBe(13);
  });

  it('of scenes are 50 until the window is known, and at least one', () => {
    expect(scenePageSize(0)).toBe(50);
    expect(scenePageSize(60)).toBe(1);
  });
});
