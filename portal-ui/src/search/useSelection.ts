import { useCallback, useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** The scenes that are selected, over all pages of one search; another search begins anew. */
export function useSelection(key: string) {
  const [selection, setSelection] = useState({ key, ids: NONE });
  const ids = selection.key === key ? selection.ids : NONE;
  const set = useCallback(
    (changed: string[], on: boolean) =>
      setSelection((old) => {
        const next = new Set(old.key === key ? old.ids : NONE);
        for (const id of changed) {
          if (on) next.add(id);
          else next.delete(id);
        }
        return { key, ids: next };
      }),
    [key],
  );
  const toggle = useCallback(
    (id: string) =>
      setSelection((old) => {
        const next = new Set(old.key === key ? old.ids : NONE);
        if (!next.delete(id)) next.add(id);
        return { key, ids: next };
      }),
    [key],
  );
  return { ids, set, toggle };
}
