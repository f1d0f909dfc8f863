import {
  api,
  endStay,
  getToken,
  isInactive,
  isLeaving,
  isLockKept,
  type Login,
  lockReason,
  type Me,
  setToken,
} from '@scenedock/ui-kit';
import { endExpired, endInactive, systemOf } from '@scenedock/ui-kit/leaving';
import { type AuthProvider, HttpError, type UserIdentity } from 'ra-core';
import { mayAccess } from './access';
import { asHttp, statusOf } from './errors';

let known: { token: string; me: Promise<Me> } | undefined;

/** The signed-in person, asked once for each token. */
export function whoAmI(): Promise<Me> {
  // A locked page keeps its person, who is asked for the password in place.
  if (lockReason() !== null && known !== undefined) return known.me;
  const token = getToken();
  if (!token) {
    return Promise.reject(new HttpError('ra.auth.auth_check_error', 401));
  }
  if (known?.token !== token) {
    known = { token, me: asHttp(api.auth.me()) };
    known.me.catch(() => {
      known = undefined;
    });
  }
  return known.me;
}

/** The back office is for who may do more than order data; others belong in the portal. */
export function isStaff(me: Me | undefined): boolean {
  return me !== undefined && me.role !== 'applicant';
}

/** Nobody is signed in any more. */
export function forget(): void {
  known = undefined;
  setToken(null);
}

let signingOut = false;

/** Whether the session ends because its person wishes it. */
export function isSigningOut(): boolean {
  return signingOut;
}

/** Leads whoever's session the server ended to the search, and after signing in back to this page. */
export function leaveExpired(): void {
  const { pathname, search, hash } = window.location;
  endExpired(`${pathname}${search}${hash}`);
}

/** Ends the stay of whoever comes back a day or more after the last click, and clears what is stored, as the portal does. */
function leaveInactive(): void {
  const config = api.system.config().catch(() => undefined);
  void endInactive(endStay, config.then(systemOf));
}

/**
 * Sign-in against the server. An applicant's sign-in is valid too (the portal shares it);
 * the layout and the sign-in page tell applicants where to go instead.
 */
export const authProvider: AuthProvider = {
  async login(credentials: Login): Promise<Me> {
    const { token } = await asHttp(api.auth.login(credentials));
    setToken(token);
    return whoAmI();
  },

  async logout() {
    // Without a session there is no farewell. Of one that has ended by itself the page is on its way out already.
    if (getToken() === null) {
      forget();
      return isLeaving() ? false : undefined;
    }
    const [{ endWished }, config] = await Promise.all([
      import('@scenedock/ui-kit/SessionGuard'),
      api.system.config().catch(() => undefined),
    ]);
    signingOut = true;
    await endWished(endStay, config?.systemName);
    signingOut = false;
    forget();
    // The page is being left.
    return false;
  },

  /** Only a missing or refused token ends the session; a server that is away does not. */
  async checkAuth() {
    const hadToken = getToken() !== null;
    try {
      await whoAmI();
    } catch (error) {
      // A locked page keeps its person.
      if (statusOf(error) !== 401 || lockReason() !== null) return;
      if (signingOut) throw error;
      // Nothing watches over the session while the first page is still to be drawn. A browser that was closed with a locked page
      // has no token, and has told nobody that the stay ended.
      if ((hadToken || isLockKept()) && isInactive()) leaveInactive();
      else if (hadToken) leaveExpired();
      throw error;
    }
  },

  async checkError(error: unknown) {
    if (statusOf(error) === 401 && lockReason() === null) {
      forget();
      throw new HttpError('ra.notification.logged_out', 401);
    }
  },

  async getIdentity(): Promise<UserIdentity> {
    const me = await whoAmI();
    return { id: me.id, fullName: me.userName, me };
  },

  /** What no permission opens is closed. */
  async canAccess({ action, resource }) {
    return mayAccess(await whoAmI(), resource, action);
  },

  /** Whoever is not signed in holds none. A refusal here would lead away from the pages that need no sign-in. */
  async getPermissions() {
    try {
      return (await whoAmI()).authorities;
    } catch (error) {
      if (statusOf(error) === 401) return [];
      throw error;
    }
  },
};
