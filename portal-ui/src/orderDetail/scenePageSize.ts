import { useEffect, useState } from 'react';

/** Height of a row, and of the head, in pixels. */
export const ROW_PX = 42;

/** Share of the window's height that the table of scenes may take. */
const SHARE = 0.52;

/** Used until the window's height is known. */
const FIRST_PAGE_SIZE = 50;

/** Rows that fit into 52% of the window below the head. */
export function scenePageSize(windowHeight: number): number {
  if (!(windowHeight > 0)) return FIRST_PAGE_SIZE;
  return Math.max(1, Math.floor((windowHeight * SHARE - ROW_PX) / ROW_PX));
}

/** A drag of the window's edge is over after this long, in milliseconds. */
const SETTLED_MS = 200;

/** The page size that fits the window, also after it was resized. */
export function useScenePageSize(): number {
  const [size, setSize] = useState(() => scenePageSize(window.innerHeight));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const resized = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setSize(scenePageSize(window.innerHeight)), SETTLED_MS);
    };
    window.addEventListener('resize', resized);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', resized);
    };
  }, []);
  return size;
}
