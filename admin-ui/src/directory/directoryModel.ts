import type { DirectoryNode } from '@scenedock/ui-kit';

/** A node with its place in the tree. */
export interface DirectoryRow {
  node: DirectoryNode;
  depth: number;
  /** Ids of its siblings in their order, its own among them. */
  siblings: readonly number[];
  hasChildren: boolean;
  /** Scenes in it and in all nodes below it. */
  countBelow: number;
}

/** A node's name in the language of the page. */
export const nameOf = (node: Pick<DirectoryNode, 'label' | 'labelEn'>, locale: string) =>
  locale === 'en' && node.labelEn !== '' ? node.labelEn : node.label;

/** What the node above one is called; undefined: it stands at the top, or out of sight. */
export function parentName(
  nodes: readonly DirectoryNode[],
  { parentId }: DirectoryNode,
  locale: string,
): string | undefined {
  const above = nodes.find(({ id }) => id === parentId);
  return above && nameOf(above, locale);
}

/** Every node top down. A node whose node above is out of sight stands at the top. */
export function directoryRows(nodes: readonly DirectoryNode[]): DirectoryRow[] {
  const known = new Set(nodes.map(({ id }) => id));
  const below = new Map<number | null, DirectoryNode[]>();
  for (const node of nodes) {
    const parent = node.parentId !== null && known.has(node.parentId) ? node.parentId : null;
    below.set(parent, [...(below.get(parent) ?? []), node]);
  }
  const rows = (parent: number | null, depth: number): DirectoryRow[] => {
    const children = below.get(parent) ?? [];
    const siblings = children.map(({ id }) => id);
    return children.flatMap((node) => {
      const inside = rows(node.id, depth + 1);
      const countBelow = inside.reduce((sum, row) => sum + row.node.count, node.count);
      return [{ node, depth, siblings, hasChildren: inside.length > 0, countBelow }, ...inside];
    });
  };
  return rows(null, 0);
}

/** Rows without those below folded nodes; of those that match a text, with the nodes above them. */
export function shownRows(
  rows: readonly DirectoryRow[],
  folded: ReadonlySet<number>,
  text: string,
): DirectoryRow[] {
  const needle = text.trim().toLowerCase();
  if (needle === '') {
    let hiddenBelow = Number.POSITIVE_INFINITY;
    return rows.filter(({ node, depth }) => {
      if (depth > hiddenBelow) return false;
      hiddenBelow = folded.has(node.id) ? depth : Number.POSITIVE_INFINITY;
      return true;
    });
  }
  const parents = new Map(rows.map(({ node }) => [node.id, node.parentId]));
  const matching = new Set<number>();
  for (const { node } of rows) {
    const { label, labelEn, collection, id } = node;
    const words = `${label}\n${labelEn}\n${collection ?? ''}\n${id}`.toLowerCase();
    if (!words.includes(needle)) continue;
    for (
      let at: number | null | undefined = id;
      at != null && !matching.has(at);
      at = parents.get(at)
    )
      matching.add(at);
  }
  return rows.filter(({ node }) => matching.has(node.id));
}

/** The node and every node below it. */
export function withBelow(nodes: readonly DirectoryNode[], id: number): Set<number> {
  const found = new Set([id]);
  let before = 0;
  while (found.size > before) {
    before = found.size;
    for (const node of nodes) {
      if (node.parentId !== null && found.has(node.parentId)) found.add(node.id);
    }
  }
  return found;
}

/** Where a node is put. */
export interface NodePlace {
  parentId: number | null;
  /** In front of this sibling; null: behind all. */
  before: number | null;
}

/** One step up or down among the siblings; null: there is none. */
export function step({ node, siblings }: DirectoryRow, by: -1 | 1): NodePlace | null {
  const at = siblings.indexOf(node.id);
  const to = at + by;
  if (to < 0 || to >= siblings.length) return null;
  const before = by === -1 ? siblings[to] : siblings[to + 1];
  return { parentId: node.parentId, before: before ?? null };
}

/** Where something is dropped on a row: in front of it, or below it as its child. */
export type Drop = 'before' | 'into';

/** The place that a drop means; null: the node would be below itself, or stays where it is. */
export function dropPlace(
  nodes: readonly DirectoryNode[],
  dragged: number,
  target: DirectoryNode,
  drop: Drop,
): NodePlace | null {
  if (withBelow(nodes, dragged).has(target.id)) return null;
  return drop === 'before'
    ? { parentId: target.parentId, before: target.id }
    : { parentId: target.id, before: null };
}
