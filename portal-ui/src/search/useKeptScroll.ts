import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';

const KEY = 'scenedock.searchScroll';

/** As many searches as somebody goes back to. */
const MOST = 20;

type StoredScroll = [name: string, top: number][];

function read(): StoredScroll {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as StoredScroll) : [];
  } catch {
    return [];
  }
}

function keep(name: string, top: number): void {
  const others = read().filter(([other]) => other !== name);
  sessionStorage.setItem(KEY, JSON.stringify([...others, [name, top]].slice(-MOST)));
}

/** Back finds a list where it was left; a new search or another page begins at the top. `name` says which list it is. */
export function useKeptScroll(ref: RefObject<HTMLElement | null>, name: string, ready: boolean) {
  const kind = useNavigationType();
  const settled = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!ready || ref.current === null || settled.current === name) return;
    const first = settled.current === null;
    settled.current = name;
    const back = kind === 'POP' || first;
    ref.current.scrollTop = back ? (read().find(([one]) => one === name)?.[1] ?? 0) : 0;
  }, [ref, name, ready, kind]);
  useEffect(() => {
    const own = ref.current;
    if (own === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => keep(name, own.scrollTop), 150);
    };
    own.addEventListener('scroll', later, { passive: true });
    return () => {
      own.removeEventListener('scroll', later);
      clearTimeout(timer);
    };
  }, [ref, name]);
}
