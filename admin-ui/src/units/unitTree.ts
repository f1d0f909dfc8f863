import type { UnitNode } from '@scenedock/ui-kit';

/** A line of the tree as it is seen. */
export interface UnitLine {
  unit: UnitNode;
  /** 1: the top. */
  level: number;
  /** Which one of its siblings it is, from 1 on. */
  position: number;
  siblings: number;
  /** Whether it is open; null: nothing lies below it. */
  open: boolean | null;
}

/** Units by the one above them, each in the order of the list. */
export interface UnitTree {
  known: ReadonlyMap<string, UnitNode>;
  below: ReadonlyMap<string | null, readonly UnitNode[]>;
}

/** A unit whose unit above is unknown stands at the top. */
export function treeOf(units: readonly UnitNode[]): UnitTree {
  const known = new Map(units.map((unit) => [unit.id, unit]));
  const below = new Map<string | null, UnitNode[]>();
  for (const unit of units) {
    const parent = unit.parentId !== null && known.has(unit.parentId) ? unit.parentId : null;
    const siblings = below.get(parent);
    if (siblings === undefined) below.set(parent, [unit]);
    else siblings.push(unit);
  }
  return { known, below };
}

/** The units above one, the nearest first; it ends where units go round in a circle. */
export function above({ known }: UnitTree, id: string): string[] {
  const chain: string[] = [];
  for (let next = known.get(id)?.parentId; next && known.has(next) && !chain.includes(next); ) {
    chain.push(next);
    next = known.get(next)?.parentId;
  }
  return chain;
}

/** The lines of the branches below the open units. */
export function openLines(tree: UnitTree, open: ReadonlySet<string>): UnitLine[] {
  return linesOf(
    tree,
    (unit) => open.has(unit.id),
    () => true,
  );
}

/** The units whose name holds a text, below those that they belong to. */
export function foundLines(tree: UnitTree, text: string): UnitLine[] {
  const needle = text.toLowerCase();
  const seen = new Set<string>();
  for (const { id, name } of tree.known.values()) {
    if (!name.toLowerCase().includes(needle)) continue;
    seen.add(id);
    for (const one of above(tree, id)) seen.add(one);
  }
  return linesOf(
    tree,
    () => true,
    ({ id }) => seen.has(id),
  );
}

function linesOf(
  { below }: UnitTree,
  isOpen: (unit: UnitNode) => boolean,
  isSeen: (unit: UnitNode) => boolean,
): UnitLine[] {
  const lines: UnitLine[] = [];
  const walk = (parent: string | null, level: number) => {
    const units = (below.get(parent) ?? []).filter(isSeen);
    units.forEach((unit, at) => {
      const holdsSome = below.get(unit.id)?.some(isSeen) ?? false;
      const open = holdsSome ? isOpen(unit) : null;
      lines.push({ unit, level, position: at + 1, siblings: units.length, open });
      if (open) walk(unit.id, level + 1);
    });
  };
  walk(null, 1);
  return lines;
}

/** The units that one may be put below: neither itself nor one of its own, and not where it is already. */
export function lawfulParents(tree: UnitTree, unit: UnitNode): UnitNode[] {
  return [...tree.known.values()].filter(
    ({ id }) => id !== unit.id && id !== unit.parentId && !above(tree, id).includes(unit.id),
  );
}
