import { type FocusEvent, useEffect, useRef } from 'react';

/** What in a row takes the focus when the row before it is gone. */
export const REMOVE = 'data-remove';

type RowPosition = { row: HTMLTableRowElement; at: number };

/**
 * Keeps the focus in a table whose rows are removed from within: it goes to the row that takes the place, instead of to
 * the top of the page. `rows` changes with the rows.
 */
export function useFocusKept(rows: unknown) {
  const body = useRef<HTMLTableSectionElement>(null);
  const position = useRef<RowPosition | null>(null);
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest('tr');
    if (row === null) return;
    position.current = { row, at: [...(body.current?.rows ?? [])].indexOf(row) };
  };
  useEffect(() => {
    const last = position.current;
    if (last === null || last.row.isConnected) return;
    position.current = null;
    if (document.activeElement !== document.body) return;
    const buttons = body.current?.querySelectorAll<HTMLElement>(`[${REMOVE}]`) ?? [];
    buttons[Math.min(last.at, buttons.length - 1)]?.focus();
  }, [rows]);
  return { ref: body, onFocus };
}
