import { lazy, Suspense } from 'react';
import { useMe } from '../providers/useMe';

const SessionGuard = lazy(() => import('@scenedock/ui-kit/SessionGuard'));

/** `whoAmI` asks anew for every token. */
const nothingToKeep = () => undefined;

/** Absence, inactivity and a server that is away, as in the portal. */
export function SessionWatch() {
  const me = useMe() ?? null;
  return (
    <Suspense>
      <SessionGuard me={me} onResumed={nothingToKeep} />
    </Suspense>
  );
}
