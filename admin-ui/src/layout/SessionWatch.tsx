import { endStay, useTimeOnSite } from '@scenedock/ui-kit';
import { lazy, Suspense } from 'react';
import { useMe } from '../providers/useMe';

const SessionGuard = lazy(() => import('@scenedock/ui-kit/SessionGuard'));

/** `whoAmI` asks anew for every token. */
const nothingToKeep = () => undefined;

/** Absence, time on the site, inactivity and a server that is away, as in the portal. */
export function SessionWatch() {
  const me = useMe() ?? null;
  useTimeOnSite(me?.id ?? null);
  return (
    <Suspense>
      <SessionGuard me={me} onResumed={nothingToKeep} endStay={endStay} />
    </Suspense>
  );
}
