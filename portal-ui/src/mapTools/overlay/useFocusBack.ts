import { type RefObject, useEffect, useRef } from 'react';

/** A button at work is disabled and loses the keyboard; it gets it back, unless somebody has gone elsewhere meanwhile. */
export function useFocusBack(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(busy);
  useEffect(() => {
    const over = before.current && !busy;
    before.current = busy;
    if (over && document.activeElement === document.body) button.current?.focus();
  }, [busy]);
  return button;
}
