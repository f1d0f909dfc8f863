import { api } from '../api/endpoints';
import { getToken, setToken } from '../api/session';
import { singleSignOn } from '../api/singleSignOn';
import { announce, forgetEverything, leaveFor } from './farewell';
import {
  beginLeaving,
  keepProviderAddress,
  keptProviderAddress,
  lockSession,
  releaseLock,
} from './lock';

/** How long leaving waits for the log and for the server, in milliseconds: nobody is there to see it fail. */
const PATIENCE_MS = 2000;

/** Where one is led who signs out. */
const SEARCH = '/search';

/** Deployments that there are (portal specification, section 1). */
const DEPLOYMENTS = ['DZY', 'FW'];

const briefly = <T>(deed: Promise<T>) =>
  Promise.race([
    deed.catch(() => undefined),
    new Promise<undefined>((go) => setTimeout(() => go(undefined), PATIENCE_MS)),
  ]);

/**
 * Locks the page of somebody who is away, and ends the session: who comes back gives the password. The log is told of the
 * stay first, for it is told by nobody without a session.
 */
export async function lockIdle(endStay: () => Promise<void>): Promise<void> {
  const token = getToken();
  const record = briefly(endStay());
  lockSession('idle');
  if (token === null) return;
  await record;
  const ended = await api.auth.end(token).catch(() => undefined);
  if (ended !== undefined) keepProviderAddress(ended.providerAddress);
}

/**
 * Ends the stay of somebody who has not clicked for a day (portal specification, section 4); `isElsewhere`: people sign in at
 * the identity provider, and out as well.
 */
export async function endInactive(
  endStay: () => Promise<void>,
  isElsewhere: boolean,
): Promise<void> {
  if (!beginLeaving()) return;
  const token = getToken();
  await briefly(endStay());
  const ended = token === null ? undefined : await briefly(api.auth.end(token));
  // A page that was locked before has ended its session then.
  const provider = ended?.providerAddress ?? keptProviderAddress();
  forgetEverything();
  announce('inactive');
  // A session that has ended by itself does not say any more where it came from.
  leaveFor(provider ?? (isElsewhere ? singleSignOn.signOutAddress() : SEARCH));
}

/**
 * Ends the session, and goes on to the identity provider's sign-out where one came from there. That the system's name is none
 * of those that there are is told on the next page (portal specification, section 8).
 */
export async function endWished(
  endStay: () => Promise<void>,
  systemName: string | undefined,
): Promise<void> {
  await briefly(endStay());
  const ended = await api.auth.logout().catch(() => undefined);
  setToken(null);
  if (systemName !== undefined && !DEPLOYMENTS.includes(systemName)) announce('unnamed');
  window.location.assign(ended?.providerAddress ?? SEARCH);
}

/** The person leaves a locked page: its session is over already, but that of the provider is not. */
export function endLocked(): void {
  if (!beginLeaving()) return;
  const provider = keptProviderAddress();
  releaseLock();
  leaveFor(provider ?? SEARCH);
}

/** The way out of a locked page that is nobody's any more, or somebody else's. */
export function leaveLocked(): void {
  if (!beginLeaving()) return;
  releaseLock();
  leaveFor(SEARCH);
}
