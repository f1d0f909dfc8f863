import { describe, expect, it } from 'vitest';
import { choose, countChosen, exportTarget, NOTHING, WHOLE } from './sceneSelection';

describe('a choice of scenes', () => {
  it('lasts from page to page', () => {
    const first = choose(NOTHING, [1, 2], [1, 2], true);
    const both = choose(first, [3, 4], [4], true);
    expect(exportTarget('7', both)).toEqual({ orderId: '7', dids: [1, 2, 4] });
    expect(countChosen(both, 40)).toBe(3);
  });

  it('of the whole order asks for the order alone', () => {
    expect(exportTarget('7', WHOLE)).toEqual({ orderId: '7' });
    expect(countChosen(WHOLE, 40)).toBe(40);
  });

  it('of the whole order less one scene is the rest of the page', () => {
    expect(exportTarget('7', choose(WHOLE, [1, 2, 3], [2], false)).dids).toEqual([1, 3]);
  });

  it('of nothing names no scene', () => {
    expect(exportTarget('7', NOTHING)).toEqual({ orderId: '7', dids: [] });
  });
});
