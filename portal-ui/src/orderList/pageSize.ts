import { useEffect, useState } from 'react';

/** Rows before the window was looked at, and where it has no room at all. */
const INITIAL_ROWS = 10;

/** Pixels that everything around the rows takes. */
const AROUND = 380;

const ROW = 53;

/** How many rows of an order list a window of this height shows. */
export function rowsFor(height: number): number {
  const rows = Math.floor((height - AROUND) / ROW);
  return rows >= 1 ? rows : INITIAL_ROWS;
}

/** A window that is being dragged larger need not ask the server at every pixel. */
const SETTLED_MS = 300;

/** Rows for the window's height, followed as it changes. */
export function useWindowRows(): number {
  const [rows, setRows] = useState(() => rowsFor(window.innerHeight));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setRows(rowsFor(window.innerHeight)), SETTLED_MS);
    };
    window.addEventListener('resize', measure);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', measure);
    };
  }, []);
  return rows;
}
