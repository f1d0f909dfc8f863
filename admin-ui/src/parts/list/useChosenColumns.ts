import { useCallback, useState } from 'react';
import { useMe } from '../../providers/useMe';

/** Where it is kept which columns of a list somebody does not want to see: in the browser, one entry a person and list. */
const keyOf = (person: string, list: string) => `scenedock.columns.${list}.${person}`;

function readHidden(key: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    // Not ours, or no storage: everything is shown.
    return [];
  }
}

function writeHidden(key: string, hidden: readonly string[]) {
  try {
    if (hidden.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(hidden));
  } catch {
    // Without storage it holds until the page is left.
  }
}

/** Which columns of a list the person does without. */
export function useChosenColumns(list: string) {
  const key = keyOf(useMe()?.id ?? '', list);
  const [state, setState] = useState(() => ({ key, hidden: readHidden(key) }));
  // Who is signed in is known a moment after the page.
  if (state.key !== key) setState({ key, hidden: readHidden(key) });
  const choose = useCallback(
    (hidden: readonly string[]) => {
      writeHidden(key, hidden);
      setState({ key, hidden });
    },
    [key],
  );
  return { hidden: state.hidden, choose };
}
