import { useCallback, useEffect, useRef } from 'react';
import { useLock } from './lock';
import { recordStay, StayClock } from './stay';

/**
 * Records the time on the site of whoever `personId` is: whenever the page is hidden or left. The function that is
 * answered records what is left of it, before a sign-out or a lock takes the token away. While the page is locked nobody is
 * there: the next stay begins when it goes on.
 */
export function useTimeOnSite(personId: string | null): () => Promise<void> {
  const isLocked = useLock() !== null;
  const clock = useRef<StayClock | null>(null);
  const end = useCallback(async () => {
    const stay = clock.current?.ended() ?? null;
    const { pathname, search, hash } = window.location;
    if (stay !== null) await recordStay(stay, `${pathname}${search}${hash}`);
  }, []);
  useEffect(() => {
    if (personId === null || isLocked) return;
    clock.current = new StayClock(document.visibilityState === 'visible');
    const follow = () => {
      if (document.visibilityState === 'visible') clock.current?.seen();
      else void end();
    };
    const leave = () => void end();
    document.addEventListener('visibilitychange', follow);
    window.addEventListener('pagehide', leave);
    return () => {
      clock.current = null;
      document.removeEventListener('visibilitychange', follow);
      window.removeEventListener('pagehide', leave);
    };
  }, [personId, isLocked, end]);
  return end;
}
