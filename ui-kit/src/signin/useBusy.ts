import { useCallback, useEffect, useRef, useState } from 'react';

/** Whether something is under way, told for `mostMs` at most: a button must not turn for ever. */
export function useBusy(mostMs: number) {
  const [busy, setBusy] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = useCallback(() => {
    clearTimeout(timer.current);
    setBusy(false);
  }, []);
  const begin = useCallback(() => {
    clearTimeout(timer.current);
    setBusy(true);
    timer.current = setTimeout(end, mostMs);
  }, [end, mostMs]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { busy, begin, end };
}
