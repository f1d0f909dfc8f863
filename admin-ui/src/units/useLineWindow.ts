import { type RefObject, useEffect, useState } from 'react';

/** Height of a line, in pixels: all are as high, so that a place in the list is a number. */
export const LINE = 44;

/** Lines drawn above and below what is seen. */
const MARGIN = 8;

/** Height of the list until it is measured. */
const UNMEASURED = 600;

/** Which lines of a long list are drawn. */
export function useLineWindow(list: RefObject<HTMLElement | null>, count: number) {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(UNMEASURED);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => {
      setTop(element.scrollTop);
      setHeight(element.clientHeight || UNMEASURED);
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      element.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [list]);
  const first = Math.max(0, Math.floor(top / LINE) - MARGIN);
  return { first, end: Math.min(count, Math.ceil((top + height) / LINE) + MARGIN) };
}

/** Scrolls the list as little as brings a line into view. */
export function reveal(list: HTMLElement, at: number) {
  const height = list.clientHeight || UNMEASURED;
  if (at * LINE < list.scrollTop) list.scrollTop = at * LINE;
  else if ((at + 1) * LINE > list.scrollTop + height) list.scrollTop = (at + 1) * LINE - height;
}
