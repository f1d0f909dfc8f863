import type { DirectoryNode } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import { directoryRows, dropPlace, nameOf, shownRows, step, withBelow } from './directoryModel';
import { draftOf, emptyRule, isGood, sameDraft } from './ruleDraft';

const node = (id: number, parentId: number | null, label = `n${id}`): DirectoryNode => ({
  id,
  parentId,
  label,
  labelEn: '',
  objType: 'WX',
  dataType: 0,
  collection: id === 3 ? 'gf1' : null,
  fieldList: null,
  count: 0,
  version: 1,
  mayChange: true,
});

const NODES = [node(1, null), node(2, 1), node(3, 1), node(4, 3), node(5, null), node(6, 99)];
const rows = directoryRows(NODES);
const ids = (of: typeof rows) => of.map((row) => row.node.id);

describe('the tree of nodes', () => {
  it('stands top down, with what is above out of sight at the top', () => {
    expect(rows.map((row) => [row.node.id, row.depth])).toEqual([
      [1, 0],
      [2, 1],
      [3, 1],
      [4, 2],
      [5, 0],
      [6, 0],
    ]);
  });

  it('hides what is below a folded node, and shows what matches with what is above it', () => {
    expect(ids(shownRows(rows, new Set([3]), ''))).toEqual([1, 2, 3, 5, 6]);
    expect(ids(shownRows(rows, new Set([1, 3]), ''))).toEqual([1, 5, 6]);
    expect(ids(shownRows(rows, new Set([1]), 'n4'))).toEqual([1, 3, 4]);
    expect(ids(shownRows(rows, new Set(), 'GF1'))).toEqual([1, 3]);
    expect(shownRows(rows, new Set(), 'none')).toEqual([]);
  });

  it('moves a node by steps among its siblings', () => {
    const [, second, third] = rows;
    expect(second && step(second, -1)).toBeNull();
    expect(second && step(second, 1)).toEqual({ parentId: 1, before: null });
    expect(third && step(third, -1)).toEqual({ parentId: 1, before: 2 });
  });

  it('puts a dropped node in front of another or below it, never below itself', () => {
    const [one, , three, four] = NODES as [
      DirectoryNode,
      DirectoryNode,
      DirectoryNode,
      DirectoryNode,
    ];
    expect(dropPlace(NODES, 2, three, 'before')).toEqual({ parentId: 1, before: 3 });
    expect(dropPlace(NODES, 5, three, 'into')).toEqual({ parentId: 3, before: null });
    expect(dropPlace(NODES, 1, four, 'into')).toBeNull();
    expect(dropPlace(NODES, 1, one, 'before')).toBeNull();
    expect([...withBelow(NODES, 3)]).toEqual([3, 4]);
  });

  it('has the name of the language', () => {
    const named = { label: '高分', labelEn: 'GF' };
    expect([nameOf(named, 'en'), nameOf(named, 'zh-CN')]).toEqual(['GF', '高分']);
    expect(nameOf({ label: '高分', labelEn: '' }, 'en')).toBe('高分');
  });
});

describe('rules', () => {
  it('need a pattern and a node', () => {
    const rule = { ...emptyRule(), collection: 'gf*', nodeId: 2 };
    expect(isGood({ rules: [rule] })).toBe(true);
    for (const wrong of [{ ...rule, collection: ' * ' }, { ...rule, nodeId: 0 }, emptyRule()]) {
      expect(isGood({ rules: [wrong] })).toBe(false);
    }
    const saved = {
      rules: [{ number: 1, ...rule }],
      fallbackId: null,
      version: 1,
      mayChange: true,
    };
    expect(draftOf(saved).rules).toEqual([rule]);
    expect(sameDraft(draftOf(saved), saved)).toBe(true);
    expect(sameDraft({ rules: [rule], fallbackId: 2 }, saved)).toBe(false);
  });
});
