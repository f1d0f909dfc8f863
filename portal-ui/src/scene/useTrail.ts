import { useState } from 'react';

/** A scene that was left for one like it, and its name for the way back. */
export type Stop = { id: string; name: string };

type Trail = { root: string; stops: Stop[]; shown: string };

/** The scene that is open, and the way back through those it was reached from; a new root starts afresh. */
export function useTrail(root: string) {
  const [kept, setTrail] = useState<Trail>({ root, stops: [], shown: root });
  const trail = kept.root === root ? kept : { root, stops: [], shown: root };
  const last = trail.stops.at(-1) ?? null;
  return {
    shown: trail.shown,
    last,
    open: (id: string, from: Stop) => setTrail({ root, stops: [...trail.stops, from], shown: id }),
    back: () => {
      if (last !== null) setTrail({ root, stops: trail.stops.slice(0, -1), shown: last.id });
    },
  };
}
