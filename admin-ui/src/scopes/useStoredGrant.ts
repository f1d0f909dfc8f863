import type { ScopeGrant } from '@scenedock/ui-kit';
import { useWholeRecord } from '../parts/forms/useWholeRecord';

/** A grant with the text of its area; null: it is not needed. */
export function useStoredGrant(id: string | null) {
  return useWholeRecord<ScopeGrant>('scopes', id);
}
