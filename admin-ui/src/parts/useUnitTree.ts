import { type ScopeSubjectKind, scopeGrants } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

/** To whom grants are made. */
export const SUBJECTS: readonly ScopeSubjectKind[] = ['everybody', 'unit', 'person'];

/** Everything below this is read anew after a change of grants or units. */
export const SCOPES_TOPIC = ['scopes'] as const;

/** Units, each with the one above it. */
export function useUnitTree() {
  return useQuery({
    queryKey: [...SCOPES_TOPIC, 'units'],
    queryFn: ({ signal }) => scopeGrants.units({ signal }),
  });
}
