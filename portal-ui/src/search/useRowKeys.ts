import { type KeyboardEvent, useRef } from 'react';

/** What the keys of a list of results act on: the part of each row that takes the focus. */
export const ROW = 'data-row';

/** Arrows, Home and End move through the rows, Space selects; Enter opens, as on any button. */
export function useRowKeys<T extends HTMLElement>(onSelect: (id: string) => void) {
  const ref = useRef<T>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const own = event.target instanceof HTMLElement ? event.target : null;
    const id = own?.getAttribute(ROW);
    if (own === null || !id || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === ' ') {
      event.preventDefault();
      onSelect(id);
      return;
    }
    const rows = [...(ref.current?.querySelectorAll<HTMLElement>(`[${ROW}]`) ?? [])];
    const at = rows.indexOf(own);
    const to = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    rows[Math.min(Math.max(to, 0), rows.length - 1)]?.focus();
  };
  // A button presses itself when Space is let go.
  const onKeyUp = (event: KeyboardEvent) => {
    const own = event.target instanceof HTMLElement ? event.target.getAttribute(ROW) : null;
    if (event.key === ' ' && own) event.preventDefault();
  };
  return { ref, onKeyDown, onKeyUp };
}
