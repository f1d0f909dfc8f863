import {
  api,
  endStay,
  getToken,
  type Login,
  lockReason,
  type Me,
  setToken,
} from '@scenedock/ui-kit';
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
    // A session that has ended by itself leads to the sign-in, and needs no farewell.
    if (getToken() === null) {
      forget();
      return undefined;
    }
    const [{ endWished }, config] = await Promise.all([
      import('@scenedock/ui-kit/SessionGuard'),
      api.system.config().catch(() => undefined),
    ]);
    await endWished(endStay, config?.systemName);
    forget();
    // The page is being left.
    return false;
  },

  /** Only a missing or refused token ends the session; a server that is away does not. */
  async checkAuth() {
    try {
      await whoAmI();
    } catch (error) {
      if (statusOf(error) === 401) {
        throw error;
      }
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
