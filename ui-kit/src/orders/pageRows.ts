import { useEffect, useState } from 'react';

/** Rows of an order list before the window's height is known (orders specification section 9). */
const INITIAL_ROWS = 10;

/** Pixels of the window that everything around the rows takes, and height of a row, in pixels. */
const AROUND = 380;
const ROW = 53;

/** Height of a row of scenes, and of the head, in pixels (orders specification section 9). */
export const SCENE_ROW_PX = 42;

/** Share of the window's height that the table of scenes takes. */
const SCENES_SHARE = 0.52;

/** Scenes on a page until the window's height is known. */
const INITIAL_SCENES = 50;

/** The window's edge is let go when it has rested this long, in milliseconds. */
const SETTLED_MS = 300;

/** Rows of an order list that fit into a window of this height. */
export function rowsFor(height: number): number {
  const rows = Math.floor((height - AROUND) / ROW);
  return rows >= 1 ? rows : INITIAL_ROWS;
}

/** Scenes on a page: what fits into 52% of the window below the head. */
export function scenePageSize(windowHeight: number): number {
  if (!(windowHeight > 0)) return INITIAL_SCENES;
  return Math.max(1, Math.floor((windowHeight * SCENES_SHARE - SCENE_ROW_PX) / SCENE_ROW_PX));
}

/** A number that follows the window's height once it rests. */
export function useWindowRows(measure: (height: number) => number): number {
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
