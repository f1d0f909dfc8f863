import type { CatalogNode } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import { namedLike, ofKind, toggled, treeLines } from './treeModel';

const node = (id: number, count: number, children: CatalogNode[] = []): CatalogNode => ({
  id,
  label: `节点${id}`,
  objType: 'WX',
  count,
  children,
});

/** 1 holds nothing itself, 2 holds one scene of its own. */
const TREE = [
  node(1, 5, [node(11, 2), node(12, 3)]),
  { ...node(2, 4, [node(21, 1), node(22, 2)]), objType: 'ZL' as const },
];

const open = () => true;

describe('ticking a node', () => {
  it('stands for everything below it', () => {
    expect(toggled(TREE, [], 1)).toEqual([1]);
    expect(toggled(TREE, [11], 1)).toEqual([1]);
    expect(toggled(TREE, [1], 1)).toEqual([]);
  });

  it('becomes the node above when nothing is missing', () => {
    expect(toggled(TREE, [11], 12)).toEqual([1]);
  });

  it('does not become a node above that holds scenes of its own', () => {
    expect(toggled(TREE, [21], 22)).toEqual([21, 22]);
  });

  it('does not become a node above that has no other child', () => {
    expect(toggled([node(1, 2, [node(11, 2)])], [], 11)).toEqual([11]);
  });

  it('leaves the brothers of what is unticked', () => {
    expect(toggled(TREE, [1], 11)).toEqual([12]);
    expect(toggled(TREE, [1, 21], 12)).toEqual([11, 21]);
  });
});

describe('lines of the tree', () => {
  const ticks = (chosen: number[]) =>
    treeLines(TREE, new Set(chosen), open).map(({ node: { id }, ticked }) => [id, ticked]);

  it('shows what is ticked above, below and in part', () => {
    expect(ticks([1, 21])).toEqual([
      [1, true],
      [11, true],
      [12, true],
      [2, 'mixed'],
      [21, true],
      [22, false],
    ]);
  });

  it('leaves out what is below a closed node', () => {
    const lines = treeLines(TREE, new Set(), ({ id }) => id === 2);
    expect(lines.map((line) => line.node.id)).toEqual([1, 2, 21, 22]);
    expect(lines.map((line) => line.open)).toEqual([false, true, null, null]);
  });

  it('finds nodes by name, with the way to them', () => {
    const ids = (text: string) =>
      treeLines(namedLike(TREE, text), new Set(), open).map((line) => line.node.id);
    expect(ids('点12')).toEqual([1, 12]);
    expect(ids(' 节点2 ')).toEqual([1, 12, 2, 21, 22].filter((id) => id !== 1 && id !== 12));
    expect(ids('无')).toEqual([]);
  });

  it('shows one object type or all of them', () => {
    expect(ofKind(TREE, 'ZL').map(({ id }) => id)).toEqual([2]);
    expect(ofKind(TREE, null)).toHaveLength(2);
  });
});
