import { useEffect, useState } from 'react';

/** Rows of an order list before the window's height is known (orders specification section 9). */
const INITIAL_ROWS = 10;

/** Pixels of the window that everything around the rows takes, and height of a row, in pixels. */
const AROUND = 380;
const ROW = 53;

/** The window's edge is let go when it has rested this long, in milliseconds. */
const SETTLED_MS = 300;

/** Rows of an order list that fit into a window of this height. */
export function rowsFor(height: number): number {
  const rows = Math.floor((height - AROUND) / ROW);
  return rows >= 1 ? rows : INITIAL_ROWS;
}

/** A number that follows the window's height once it rests. */
export function useOfHeight(measure: (height: number) => number): number {
  const [value, setValue] = useState(() => measure(window.innerHeight));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const resized = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setValue(measure(window.innerHeight)), SETTLED_MS);
    };
    window.addEventListener('resize', resized);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', resized);
    };
  }, [measure]);
  return value;
}
