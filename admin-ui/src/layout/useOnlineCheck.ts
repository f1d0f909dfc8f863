import { api, isInactive, isLeaving, lockReason, onTokenChange } from '@scenedock/ui-kit';
import { useLogoutIfAccessDenied, useNotify } from 'ra-core';
import { useEffect } from 'react';
import { toHttpError } from '../providers/errors';

/** How often it is asked whether the session is alive, in milliseconds; as in the portal. */
export const ONLINE_CHECK_MS = 60_000;

/** Leads to the sign-in as soon as the server has ended the session, and not only at the next click. */
export function useOnlineCheck(person: string | null): void {
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  useEffect(() => {
    if (person === null) return;
    const look = () => {
      // A locked page asks for the password by itself, and a page that nobody sees has time.
      if (lockReason() !== null || document.visibilityState !== 'visible') return;
      void api.auth.me().catch((error) => logoutIfAccessDenied(toHttpError(error)));
    };
    const timer = setInterval(look, ONLINE_CHECK_MS);
    return () => clearInterval(timer);
  }, [person, logoutIfAccessDenied]);
}

/** Says that the session has ended, whichever call learns it: react-admin is silent where no token is left. */
export function useEndNotice(): void {
  const notify = useNotify();
  useEffect(
    () =>
      onTokenChange((next) => {
        // Who leaves, is asked for the password in place, or was away for a day hears of it otherwise.
        if (next !== null || isLeaving() || lockReason() !== null || isInactive()) return;
        notify('ra.notification.logged_out', { type: 'warning' });
      }),
    [notify],
  );
}
