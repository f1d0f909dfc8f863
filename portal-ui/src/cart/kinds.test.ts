import { buildScene } from '@scenedock/ui-kit/testing';
import { describe, expect, it } from 'vitest';
import { splitKinds } from './kinds';

const scene = (dataid: string, datatype: number) => buildScene(dataid, { datatype });

describe('scenes for orders', () => {
  it('are split into archive data and everything else, in their order', () => {
    const { archive, product } = splitKinds([
      scene('a', 1),
      scene('b', 0),
      scene('c', 3),
      scene('d', 1),
    ]);
    expect(archive.map((one) => one.dataid)).toEqual(['a', 'd']);
    expect(product.map((one) => one.dataid)).toEqual(['b', 'c']);
  });
});
