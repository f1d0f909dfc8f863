import type { CatalogKind, CatalogNode, FoundScene } from '@scenedock/ui-kit';
import { everyNode } from '../conditions/treeModel';
import { KINDS } from '../searchState';

export type KindGroup = { kind: CatalogKind | null; scenes: FoundScene[] };

/** A page by object type, each in the order of the search; nodes that the catalogue does not know come last. */
export function byKind(scenes: readonly FoundScene[], tree: readonly CatalogNode[]): KindGroup[] {
  const kinds = new Map(everyNode(tree).map((node) => [node.id, node.objType]));
  return [...KINDS, null].flatMap((kind) => {
    const own = scenes.filter((scene) => (kinds.get(scene.nodeid) ?? null) === kind);
    return own.length === 0 ? [] : [{ kind, scenes: own }];
  });
}
