import type { DictionaryKind } from '@scenedock/ui-kit';
import { useSearchParams } from 'react-router-dom';

/** The lists, as their tabs stand. */
export const KINDS = [
  'usage',
  'processing_level',
  'reject_phrase',
] as const satisfies readonly DictionaryKind[];

/** Which list the page shows, kept in its address. */
export function useDictionaryAddress() {
  const [params, setParams] = useSearchParams();
  const kind = KINDS.find((one) => one === params.get('kind')) ?? KINDS[0];
  const open = (next: DictionaryKind) => setParams({ kind: next }, { replace: true });
  return { kind, open };
}
