import { api, type CatalogNode, type ScopeSubjectKind, scopeGrants } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

export const PAGE_SIZE = 20;

/** Everything below this is read anew after a change. */
export const SCOPES_TOPIC = ['scopes'] as const;

export const SUBJECTS: readonly ScopeSubjectKind[] = ['everybody', 'unit', 'person'];

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

/** Units, each with the one above it. */
export function useUnitTree() {
  return useQuery({
    queryKey: [...SCOPES_TOPIC, 'units'],
    queryFn: ({ signal }) => scopeGrants.units({ signal }),
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
