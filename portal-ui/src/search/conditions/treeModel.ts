import type { CatalogKind, CatalogNode } from '@scenedock/ui-kit';

/** A node as one line of the shown tree. */
export type TreeLine = {
  node: CatalogNode;
  depth: number;
  parent: number | null;
  /** Nothing for a leaf. */
  open: boolean | null;
  /** Chosen itself or through a node above it; "mixed" when only part of what is below it is. */
  ticked: boolean | 'mixed';
};

/** The trees of one object type, or all of them. */
export function ofKind(tree: readonly CatalogNode[], kind: CatalogKind | null): CatalogNode[] {
  return tree.filter((node) => kind === null || node.objType === kind);
}

export function everyNode(tree: readonly CatalogNode[]): CatalogNode[] {
  return tree.flatMap((node) => [node, ...everyNode(node.children)]);
}

/** The same tree with only the nodes named like `text`, what is below them, and the way to them. */
export function namedLike(tree: readonly CatalogNode[], text: string): CatalogNode[] {
  const needle = text.trim().toLowerCase();
  if (needle === '') return [...tree];
  return tree.flatMap((node) => {
    if (node.label.toLowerCase().includes(needle)) return [node];
    const children = namedLike(node.children, text);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}

function tickOf(node: CatalogNode, chosen: ReadonlySet<number>, above: boolean) {
  if (above || chosen.has(node.id)) return true;
  return everyNode(node.children).some((child) => chosen.has(child.id)) ? 'mixed' : false;
}

/** The lines to show, from the top, with closed nodes left closed. */
export function treeLines(
  tree: readonly CatalogNode[],
  chosen: ReadonlySet<number>,
  isOpen: (node: CatalogNode) => boolean,
): TreeLine[] {
  const lines: TreeLine[] = [];
  const walk = (
    nodes: readonly CatalogNode[],
    depth: number,
    parent: number | null,
    above: boolean,
  ) => {
    for (const node of nodes) {
      const ticked = tickOf(node, chosen, above);
      const open = node.children.length === 0 ? null : isOpen(node);
      lines.push({ node, depth, parent, open, ticked });
      if (open) walk(node.children, depth + 1, node.id, ticked === true);
    }
  };
  walk(tree, 0, null, false);
  return lines;
}

const ownScenes = (node: CatalogNode) =>
  node.count - node.children.reduce((sum, child) => sum + child.count, 0);

const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

/**
 * `chosen` after node `id` was ticked or unticked. A node stands for everything below it, so the fewest nodes are kept:
 * all children of a node that holds no scenes of its own become that node, and unticking one of them leaves its brothers.
 */
export function toggled(tree: readonly CatalogNode[], chosen: readonly number[], id: number) {
  const fewest = new Set<number>();
  const was = new Set(chosen);
  const settle = (node: CatalogNode, above: boolean): boolean => {
    const whole = above || was.has(node.id);
    if (node.id === id) {
      if (!whole) fewest.add(id);
      return !whole;
    }
    const holdsIt = everyNode(node.children).some((child) => child.id === id);
    if (!holdsIt) {
      if (whole) fewest.add(node.id);
      else
        for (const child of everyNode(node.children)) if (was.has(child.id)) fewest.add(child.id);
      return whole;
    }
    const all = node.children.map((child) => settle(child, whole)).every(Boolean);
    // An only child stays itself: it is what was named.
    if (!all || ownScenes(node) > 0 || node.children.length === 1) return false;
    for (const child of node.children) fewest.delete(child.id);
    fewest.add(node.id);
    return true;
  };
  for (const node of tree) settle(node, false);
  return sorted(fewest);
}
