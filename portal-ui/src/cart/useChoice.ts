import type { Scene } from '@scenedock/ui-kit';
import { useEffect, useState } from 'react';
import { useSession } from '../session/session';

/** Where this tab keeps what is left out, for the way back from the form of the order. */
const KEY = 'scenedock.cartLeft';

function read(person: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(`${KEY}.${person}`) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.map(String) : []);
  } catch {
    return new Set();
  }
}

function keep(person: string, left: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(`${KEY}.${person}`, JSON.stringify([...left]));
  } catch {
    // A full storage only means that everything is chosen next time.
  }
}

/**
 * Which scenes are chosen. Those that are left out are kept rather than those that are taken: what comes into the cart
 * is chosen until somebody says no.
 */
export function useChoice(scenes: readonly Scene[]) {
  const person = useSession().me?.id ?? '';
  const [left, setLeft] = useState(() => read(person));
  useEffect(() => {
    // What went out of the cart and comes again is chosen like everything else.
    const held = new Set(scenes.map((scene) => scene.dataid));
    setLeft((old) => {
      const remaining = [...old].filter((id) => held.has(id));
      return remaining.length === old.size ? old : new Set(remaining);
    });
  }, [scenes]);
  useEffect(() => keep(person, left), [person, left]);
  const toggle = (ids: readonly string[], on: boolean) =>
    setLeft((old) => {
      const next = new Set(old);
      for (const id of ids) {
        if (on) next.delete(id);
        else next.add(id);
      }
      return next;
    });
  return {
    left,
    toggle,
    all: () => setLeft(new Set()),
    leave: (ids: string[]) => setLeft(new Set(ids)),
  };
}
