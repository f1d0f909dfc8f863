import { api, getToken, isInactive, isLeaving, lockReason, onTokenChange } from '@scenedock/ui-kit';
import { useEffect } from 'react';
import { isSigningOut, leaveExpired } from '../providers/authProvider';

/** How often it is asked whether the session is alive, in milliseconds; as in the portal. */
export const ONLINE_CHECK_MS = 60_000;

/** Asks whether the session is alive. The client puts the token away where the server no longer takes it. */
export function useOnlineCheck(person: string | null): void {
  useEffect(() => {
    if (person === null) return;
    const look = () => {
      // A locked page asks for the password by itself, and a page that nobody sees has time.
      if (lockReason() !== null || document.visibilityState !== 'visible') return;
      void api.auth.me().catch(() => undefined);
    };
    const timer = setInterval(look, ONLINE_CHECK_MS);
    return () => clearInterval(timer);
  }, [person]);
}

/**
 * Leads to the search, which says that the session has ended and asks to sign in, whichever call learns it (portal
 * specification, sections 4 and 8): react-admin hears of its own calls only, and is silent where no token is left.
 */
export function useSessionEnd(): void {
  useEffect(() => {
    let signedIn = getToken() !== null;
    return onTokenChange((next) => {
      // Once: the client, the check of errors and the sign-out that follows each put the token away.
      const ended = signedIn && next === null;
      signedIn = next !== null;
      // Who leaves, is asked for the password in place, or was away for a day hears of it otherwise.
      if (!ended || isSigningOut() || isLeaving() || lockReason() !== null || isInactive()) return;
      leaveExpired();
    });
  }, []);
}
