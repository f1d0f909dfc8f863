import { api, type CatalogNode, type ScopeSubjectKind, scopeGrants } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SCOPES_TOPIC } from '../parts/useUnitTree';

export const PAGE_SIZE = 20;

/** Grants, page by page. */
export function useGrants(subject: ScopeSubjectKind | null, q: string, page: number) {
  return useQuery({
    queryKey: [...SCOPES_TOPIC, 'list', subject, q, page],
    queryFn: ({ signal }) =>
      scopeGrants.list(
        {
          page,
          pageSize: PAGE_SIZE,
          ...(subject === null ? {} : { subject }),
          ...(q === '' ? {} : { q }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

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
