import { useCallback, useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** Which layers cannot be reached; each is told once, until it has been reached again. */
export function useReach() {
  const [unreachable, setUnreachable] = useState(NONE);
  const [dismissed, setDismissed] = useState(NONE);
  const onReach = useCallback((id: string, reached: boolean) => {
    const next = (before: ReadonlySet<string>) => {
      if (before.has(id) !== reached) return before;
      return new Set(reached ? [...before].filter((one) => one !== id) : [...before, id]);
    };
    setUnreachable(next);
    if (reached) setDismissed((before) => (before.has(id) ? next(before) : before));
  }, []);
  const notice = [...unreachable].find((id) => !dismissed.has(id)) ?? null;
  const dismiss = useCallback(
    () => setDismissed((before) => new Set([...before, ...(notice === null ? [] : [notice])])),
    [notice],
  );
  return { unreachable, onReach, notice, dismiss };
}
