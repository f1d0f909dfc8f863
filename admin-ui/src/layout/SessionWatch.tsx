import { endStay, type Me, takeArrival, useTimeOnSite } from '@scenedock/ui-kit';
import { lazy, Suspense, useEffect } from 'react';
import { usePasswordNotice } from '../login/usePasswordNotice';
import { useMe } from '../providers/useMe';
import { useOnlineCheck, useSessionEnd } from './useOnlineCheck';

const SessionGuard = lazy(() => import('@scenedock/ui-kit/SessionGuard'));

/** `whoAmI` asks anew for every token. */
const nothingToKeep = () => undefined;

/** Who has signed in in the portal, and was led here, is told here what is told after signing in. */
function useArrival(me: Me | null): void {
  const warn = usePasswordNotice();
  useEffect(() => {
    if (me !== null && takeArrival()) warn(me);
  }, [me, warn]);
}

/** Absence, time on the site, a session that the server ended, inactivity and a server that is away, as in the portal. */
export function SessionWatch() {
  const me = useMe() ?? null;
  useTimeOnSite(me?.id ?? null);
  useOnlineCheck(me?.id ?? null);
  useSessionEnd();
  useArrival(me);
  return (
    <Suspense>
      <SessionGuard me={me} onResumed={nothingToKeep} endStay={endStay} />
    </Suspense>
  );
}
