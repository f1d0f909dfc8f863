import { useState } from 'react';

/** A scene that was left for one like it, and its name for the way back. */
export type Stop = { id: string; name: string };

type Trail = { root: string; stops: Stop[]; current: string };

/** The scene that is open, and the way back through those it was reached from; a new root starts afresh. */
export function useTrail(root: string) {
  const [stored, setTrail] = useState<Trail>({ root, stops: [], current: root });
  const trail = stored.root === root ? stored : { root, stops: [], current: root };
  const last = trail.stops.at(-1) ?? null;
  return {
    current: trail.current,
    last,
    open: (id: string, from: Stop) =>
      setTrail({ root, stops: [...trail.stops, from], current: id }),
    back: () => {
      if (last !== null) setTrail({ root, stops: trail.stops.slice(0, -1), current: last.id });
    },
  };
}
