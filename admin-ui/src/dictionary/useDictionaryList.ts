import { DICTIONARY, type DictionaryKind, dictionaryDesk } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';

/** The lists, as their tabs stand. */
export const KINDS = [
  'usage',
  'processing_level',
  'reject_phrase',
] as const satisfies readonly DictionaryKind[];

export const listKey = (kind: DictionaryKind) => [...DICTIONARY, kind] as const;

/** One list as it is kept. */
export function useDictionaryList(kind: DictionaryKind) {
  return useQuery({
    queryKey: listKey(kind),
    queryFn: ({ signal }) => dictionaryDesk.list(kind, { signal }),
  });
}

/** Which list the page shows, kept in its address. */
export function useDictionaryAddress() {
  const [params, setParams] = useSearchParams();
  const kind = KINDS.find((one) => one === params.get('kind')) ?? KINDS[0];
  const open = (next: DictionaryKind) => setParams({ kind: next }, { replace: true });
  return { kind, open };
}
