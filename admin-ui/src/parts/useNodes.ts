import { api, type CatalogNode } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

/** A catalogue node with how deep it lies. */
export interface FlatNode {
  id: number;
  label: string;
  depth: number;
}

/** The catalogue, nodes before those below them. */
export function useNodes() {
  const query = useQuery({
    queryKey: ['catalogue', 'flat'],
    queryFn: async ({ signal }) => flat(await api.scenes.tree({ signal }), 0),
  });
  return query.data ?? [];
}

function flat(nodes: readonly CatalogNode[], depth: number): FlatNode[] {
  return nodes.flatMap((node) => [
    { id: node.id, label: node.label, depth },
    ...flat(node.children, depth + 1),
  ]);
}
