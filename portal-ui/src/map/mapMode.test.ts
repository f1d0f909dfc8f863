import { describe, expect, it } from 'vitest';
import { PANE_COUNTS, PLAIN_MODE, readMode, withBase, writeMode } from './mapMode';

const read = (query: string) => readMode(new URLSearchParams(query));

describe('how the map is looked at', () => {
  it('offers 1, 2, 3 or 4 panes', () => {
    expect(PANE_COUNTS).toEqual([1, 2, 3, 4]);
    expect(read('panes=5').panes).toBe(1);
  });

  it('reads back what it wrote and leaves the rest of the address alone', () => {
    const mode = { panes: 3, swipe: false, dim: 2, bases: ['', 'relief'] } as const;
    const params = writeMode(new URLSearchParams('q=a&dim=3'), mode);
    expect(params.get('q')).toBe('a');
    expect(readMode(params)).toEqual(mode);
    expect(writeMode(params, PLAIN_MODE).toString()).toBe('q=a');
  });

  it('swipes only on a single flat map', () => {
    expect(read('swipe=1').swipe).toBe(true);
    expect(read('swipe=1&panes=2').swipe).toBe(false);
    expect(read('swipe=1&dim=3').swipe).toBe(false);
  });

  it('replaces the base map of one pane', () => {
    expect(withBase([], 2, 'relief')).toEqual(['', '', 'relief']);
    expect(withBase(['a', 'b'], 0, 'c')).toEqual(['c', 'b']);
  });
});
