import { api } from '../api/endpoints';
import { getToken, setToken } from '../api/session';
import { singleSignOn } from '../api/singleSignOn';
import type { Config } from '../api/types';
import { announce, forgetEverything, leaveFor } from './farewell';
import {
  beginLeaving,
  keepProviderAddress,
  keptProviderAddress,
  type LockReason,
  lockSession,
  releaseLock,
} from './lock';

export { leaveFor } from './farewell';

/** How long leaving waits for the log and for the server, in milliseconds: nobody is there to see it fail. */
const PATIENCE_MS = 2000;

/** Where one is led who signs out. */
const SEARCH = '/search';

/** Deployments that there are (portal specification, section 1). */
const DEPLOYMENTS = ['DZY', 'FW'];

/** What the way out of a page depends on. */
export type System = {
  /** Undefined: not known. */
  name: string | undefined;
  /** Whether people sign in, and out, at the identity provider. */
  isElsewhere: boolean;
};

/** As the configuration says it, or as nobody knows it yet. */
export function systemOf(config: Config | undefined): System {
  const name = config?.systemName;
  return { name, isElsewhere: name === 'DZY' && Boolean(config?.singleSignOn) };
}

/** Has the next page say that the system's name is none of those that there are (portal specification, section 8). */
function announceName(name: string | undefined): void {
  if (name !== undefined && !DEPLOYMENTS.includes(name)) announce('unnamed');
}

/** A session that has ended by itself may not say any more where it came from: the server knows the provider all the same. */
const wayOut = (provider: string | null | undefined, { isElsewhere }: System) =>
  provider ?? (isElsewhere ? singleSignOn.signOutAddress() : SEARCH);

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
  await endBehindLock(token);
}

/** Ends the session of a page that is locked, and keeps where its sign-out goes on. */
async function endBehindLock(token: string): Promise<void> {
  const ended = await api.auth.end(token).catch(() => undefined);
  if (ended !== undefined) keepProviderAddress(ended.providerAddress);
}

/** Locks the page whose session the server ended while nobody was there, or could be heard. */
export function lockEnded(why: LockReason): void {
  const token = getToken();
  lockSession(why);
  if (token !== null) void endBehindLock(token);
}

/**
 * Ends the stay of somebody who has not clicked for a day (portal specification, section 4). The page is on its way out at once,
 * also where the system is still to be asked for.
 */
export async function endInactive(
  endStay: () => Promise<void>,
  foundSystem: System | Promise<System>,
): Promise<void> {
  if (!beginLeaving()) return;
  const system = (await briefly(Promise.resolve(foundSystem))) ?? systemOf(undefined);
  const token = getToken();
  await briefly(endStay());
  const ended = token === null ? undefined : await briefly(api.auth.end(token));
  // A page that was locked before has ended its session then.
  const provider = ended?.providerAddress ?? keptProviderAddress();
  forgetEverything();
  announce('inactive');
  announceName(system.name);
  leaveFor(wayOut(provider, system));
}

/** Ends the session, and goes on to the identity provider's sign-out where one came from there. */
export async function endWished(
  endStay: () => Promise<void>,
  systemName: string | undefined,
): Promise<void> {
  await briefly(endStay());
  const ended = await api.auth.logout().catch(() => undefined);
  setToken(null);
  announceName(systemName);
  window.location.assign(ended?.providerAddress ?? SEARCH);
}

/** The person leaves a locked page: its session is over already, but that of the provider is not. */
export function endLocked(system: System): void {
  if (!beginLeaving()) return;
  const provider = keptProviderAddress();
  releaseLock();
  announceName(system.name);
  leaveFor(wayOut(provider, system));
}

/** The way out of a locked page that is nobody's any more, or somebody else's. */
export function leaveLocked(): void {
  if (!beginLeaving()) return;
  releaseLock();
  leaveFor(SEARCH);
}

/**
 * Leads whoever's session the server ended from another app to the search, which says so and asks to sign in (portal
 * specification, sections 4 and 8); `next`: the page that one comes back to.
 */
export function endExpired(next: string): void {
  if (!beginLeaving()) return;
  announce('expired');
  leaveFor(`${SEARCH}?${new URLSearchParams({ dialog: 'signIn', next })}`);
}
