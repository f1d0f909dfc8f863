import { endStay, useTimeOnSite } from '@scenedock/ui-kit';
import { lazy, Suspense } from 'react';
import { useMe } from '../providers/useMe';
import { useOnlineCheck, useSessionEnd } from './useOnlineCheck';

const SessionGuard = lazy(() => import('@scenedock/ui-kit/SessionGuard'));

/** `whoAmI` asks anew for every token. */
const nothingToKeep = () => undefined;

/** Absence, time on the site, a session that the server ended, inactivity and a server that is away, as in the portal. */
export function SessionWatch() {
  const me = useMe() ?? null;
  useTimeOnSite(me?.id ?? null);
  useOnlineCheck(me?.id ?? null);
  useSessionEnd();
  return (
    <Suspense>
      <SessionGuard me={me} onResumed={nothingToKeep} endStay={endStay} />
    </Suspense>
  );
}
