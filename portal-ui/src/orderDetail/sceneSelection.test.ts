import { nothingChosen } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import { choose, countChosen, exportTarget, isChosen, NOTHING, WHOLE } from './sceneSelection';

describe('choosing scenes', () => {
  it('gathers them over pages', () => {
    const first = choose(NOTHING, [1, 2, 3], [1, 2, 3], true);
    const both = choose(choose(first, [4, 5], [4, 5], true), [4, 5], [5], false);
    expect([...both.dids]).toEqual([1, 2, 3, 4]);
    expect(exportTarget('7', both)).toEqual({ orderId: '7', dids: [1, 2, 3, 4] });
  });

  it('means the order itself when the whole is chosen', () => {
    expect(exportTarget('7', WHOLE)).toEqual({ orderId: '7' });
    expect(countChosen(WHOLE, 5000)).toBe(5000);
    expect(isChosen(WHOLE, 99)).toBe(true);
    expect(choose(WHOLE, [1, 2], [1], true)).toBe(WHOLE);
  });

  it('leaves the rest of the page when one is taken from the whole', () => {
    const rest = choose(WHOLE, [1, 2, 3], [2], false);
    expect(rest.whole).toBe(false);
    expect([...rest.dids]).toEqual([1, 3]);
  });

  it('is nothing at first', () => {
    expect(nothingChosen(exportTarget('7', NOTHING))).toBe(true);
  });
});
