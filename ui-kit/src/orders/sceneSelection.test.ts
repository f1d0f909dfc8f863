import { describe, expect, it } from 'vitest';
import { nothingChosen } from '../exports/runExport';
import {
  chooseScenes,
  countChosenScenes,
  exportTarget,
  isSceneChosen,
  NO_SCENES,
  WHOLE_ORDER,
} from './sceneSelection';

describe('choosing scenes', () => {
  it('gathers them over pages', () => {
    const first = chooseScenes(NO_SCENES, [1, 2, 3], [1, 2, 3], true);
    const both = chooseScenes(chooseScenes(first, [4, 5], [4, 5], true), [4, 5], [5], false);
    expect([...both.dids]).toEqual([1, 2, 3, 4]);
    expect(exportTarget('7', both)).toEqual({ orderId: '7', dids: [1, 2, 3, 4] });
  });

  it('means the order itself when the whole is chosen', () => {
    expect(exportTarget('7', WHOLE_ORDER)).toEqual({ orderId: '7' });
    expect(countChosenScenes(WHOLE_ORDER, 5000)).toBe(5000);
    expect(isSceneChosen(WHOLE_ORDER, 99)).toBe(true);
    expect(chooseScenes(WHOLE_ORDER, [1, 2], [1], true)).toBe(WHOLE_ORDER);
  });

  it('leaves the rest of the page when one is taken from the whole', () => {
    const rest = chooseScenes(WHOLE_ORDER, [1, 2, 3], [2], false);
    expect(rest.whole).toBe(false);
    expect([...rest.dids]).toEqual([1, 3]);
  });

  it('is nothing at first', () => {
    expect(nothingChosen(exportTarget('7', NO_SCENES))).toBe(true);
  });
});
