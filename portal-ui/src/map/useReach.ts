import { useCallback, useRef, useState } from 'react';

/** Why nothing of a layer is seen: none of its tiles ever came, or none that are wanted now. */
export type Lack = 'unreachable' | 'missing';

export type Lacks = ReadonlyMap<string, Lack>;

const NONE: Lacks = new Map();

function without<V>(all: ReadonlyMap<string, V>, id: string): ReadonlyMap<string, V> {
  return new Map([...all].filter(([one]) => one !== id));
}

/** Which shown layers cannot be seen; each is told once, until it has been reached again. */
export function useReach(visibleIds: readonly string[]) {
  const [lacks, setLacks] = useState(NONE);
  const [dismissed, setDismissed] = useState(NONE);
  const reachedBefore = useRef(new Set<string>());
  const onReach = useCallback((id: string, reached: boolean) => {
    if (reached) {
      reachedBefore.current.add(id);
      setLacks((before) => (before.has(id) ? without(before, id) : before));
      setDismissed((before) => (before.has(id) ? without(before, id) : before));
      return;
    }
    const lack: Lack = reachedBefore.current.has(id) ? 'missing' : 'unreachable';
    setLacks((before) => (before.get(id) === lack ? before : new Map(before).set(id, lack)));
  }, []);
  const reported = [...lacks].find(([id]) => visibleIds.includes(id) && !dismissed.has(id));
  const notice = reported === undefined ? null : { id: reported[0], lack: reported[1] };
  const id = notice?.id ?? null;
  const dismiss = useCallback(() => {
    if (id !== null) setDismissed((before) => new Map(before).set(id, 'unreachable'));
  }, [id]);
  /** Nothing is known of it until it has been asked again. */
  const forget = useCallback((one: string) => setLacks((before) => without(before, one)), []);
  return { lacks, onReach, notice, dismiss, forget };
}
