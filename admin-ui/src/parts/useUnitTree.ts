import type { ScopeSubjectKind, UnitNode } from '@scenedock/ui-kit';
import { useGetList } from 'ra-core';

/** To whom grants are made. */
export const SUBJECTS: readonly ScopeSubjectKind[] = ['everybody', 'unit', 'person'];

/** Resources that are read anew after a change of grants or units: units say how many grants they have. */
export const SCOPES_TOPIC = ['scopes', 'units'] as const;

/** Units, each with the one above it. */
export function useUnitTree() {
  return useGetList<UnitNode>('units');
}
