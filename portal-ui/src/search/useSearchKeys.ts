import { useEffect, useRef } from 'react';
import { ROW } from './useRowKeys';

/** The rows of the list that is shown, results or a suggestion. */
const rows = () => [...document.querySelectorAll<HTMLElement>(`#results [${ROW}]`)];

function isTyping({ target }: KeyboardEvent): boolean {
  const at = target instanceof HTMLElement ? target : null;
  return at?.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') != null;
}

/** The row after the focused one, or before it; the first one where none has the focus. */
function step(by: 1 | -1): void {
  const all = rows();
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1);
  all[next]?.focus();
}

type KeyHandlers = { onText: () => void; onHelp: () => void };

/** The keys of the search page: `/` to the keyword, `j` and `k` through the results, `?` for all keys. */
export function useSearchKeys(deeds: KeyHandlers) {
  const latest = useRef(deeds);
  latest.current = deeds;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (isTyping(event) || document.querySelector('[role=dialog], [role=menu]') !== null) return;
      const deed = {
        '/': () => latest.current.onText(),
        j: () => step(1),
        k: () => step(-1),
        '?': () => latest.current.onHelp(),
      }[event.key];
      if (deed === undefined) return;
      event.preventDefault();
      deed();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
