import { useEffect } from 'react';
import { useLock } from './lock';
import { recordStay, StayClock } from './stay';

/** Of the page: whoever ends a session ends the stay first, from wherever it is done. */
let clock: StayClock | null = null;

/** Records what is left of the stay, before a sign-out or a lock takes the token away. */
export async function endStay(): Promise<void> {
  const stay = clock?.ended() ?? null;
  const { pathname, search, hash } = window.location;
  if (stay !== null) await recordStay(stay, `${pathname}${search}${hash}`);
}

/**
 * Records the time on the site of whoever `personId` is: whenever the page is hidden or left. While the page is locked nobody
 * is there: the next stay begins when it goes on.
 */
export function useTimeOnSite(personId: string | null): void {
  const isLocked = useLock() !== null;
  useEffect(() => {
    if (personId === null || isLocked) return;
    clock = new StayClock(document.visibilityState === 'visible');
    const follow = () => {
      if (document.visibilityState === 'visible') clock?.seen();
      else void endStay();
    };
    const leave = () => void endStay();
    document.addEventListener('visibilitychange', follow);
    window.addEventListener('pagehide', leave);
    return () => {
      clock = null;
      document.removeEventListener('visibilitychange', follow);
      window.removeEventListener('pagehide', leave);
    };
  }, [personId, isLocked]);
}
