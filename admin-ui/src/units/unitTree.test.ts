import { expect, it } from 'vitest';
import { above, foundLines, lawfulParents, openLines, treeOf, type UnitLine } from './unitTree';

const unit = (id: string, parentId: string | null = null) => ({
  ...{ id, name: `单位${id}`, parentId, status: 1, members: 0, grants: 0 },
});
const TREE = treeOf([unit('a'), unit('b', 'a'), unit('c', 'b'), unit('d', 'a'), unit('e', 'gone')]);
const seen = (lines: UnitLine[]) =>
  lines.map(({ unit: { id }, level, position, siblings, open }) =>
    [id, level, `${position}/${siblings}`, open === null ? '' : open ? '-' : '+'].join(' '),
  );

it('shows what lies below units that are open', () => {
  expect(seen(openLines(TREE, new Set()))).toEqual(['a 1 1/2 +', 'e 1 2/2 ']);
  expect(seen(openLines(TREE, new Set(['a', 'e', 'c'])))).toEqual([
    'a 1 1/2 -',
    'b 2 1/2 +',
    'd 2 2/2 ',
    'e 1 2/2 ',
  ]);
});

it('finds units below those that they belong to', () => {
  expect(seen(foundLines(TREE, '位C'))).toEqual(['a 1 1/1 -', 'b 2 1/1 -', 'c 3 1/1 ']);
  expect(foundLines(TREE, 'x')).toEqual([]);
});

it('offers no unit that would be below itself, nor the one it is below', () => {
  const ids = (id: string) =>
    lawfulParents(TREE, TREE.known.get(id) ?? unit(id)).map((one) => one.id);
  expect(ids('a')).toEqual(['e']);
  expect(ids('b')).toEqual(['d', 'e']);
  expect(ids('c')).toEqual(['a', 'd', 'e']);
});

it('ends where units go round in a circle', () => {
  const circle = treeOf([unit('a', 'b'), unit('b', 'a')]);
  expect(above(circle, 'a')).toEqual(['b', 'a']);
  expect(openLines(circle, new Set(['a', 'b']))).toEqual([]);
});
