import { useSyncExternalStore } from 'react';
import { setToken } from '../api/session';

/** Why a page asks for the password again. */
export type LockReason = 'idle' | 'network';

/** Tells the other tabs that the token goes, but their pages stay. */
const KEY = 'scenedock.locked';

let reason: LockReason | null = null;
const listeners = new Set<() => void>();
let waiting: (() => void)[] = [];

function tellListeners(): void {
  for (const listener of listeners) listener();
}

/** Why this page is locked; null: it is not. */
export function lockReason(): LockReason | null {
  return reason;
}

function close(why: LockReason): void {
  reason = why;
  tellListeners();
}

let leaving = false;

/** Whether the page is on its way out: what happens to the session meanwhile is nobody's news. */
export function isLeaving(): boolean {
  return leaving;
}

/** False: it is already. */
export function beginLeaving(): boolean {
  const first = !leaving;
  leaving = true;
  return first;
}

/** Puts the session away until the password has been given again; what stands on the page stays. */
export function lockSession(why: LockReason): void {
  if (reason !== null) return;
  close(why);
  // The moment makes it another value than the last one: only what changes is told to other tabs.
  localStorage.setItem(KEY, `${why} ${Date.now()}`);
  setToken(null);
}

/** Where a locked page signs out at the identity provider. Every tab may be the one that does. */
const PROVIDER_KEY = 'scenedock.providerSignOut';

/** Keeps where the sign-out goes on that was begun by locking; one that comes too late belongs to nobody. */
export function keepProviderAddress(address: string): void {
  if (reason !== null && !leaving) localStorage.setItem(PROVIDER_KEY, address);
}

/** Null: the session of the locked page did not come from an identity provider. */
export function keptProviderAddress(): string | null {
  return localStorage.getItem(PROVIDER_KEY);
}

/** Whether this browser was closed while its pages were locked. */
export function isLockKept(): boolean {
  return reason === null && localStorage.getItem(KEY) !== null;
}

/** Somebody has signed in: what was locked before is nobody's any more. */
export function forgetKeptLock(): void {
  localStorage.removeItem(PROVIDER_KEY);
  localStorage.removeItem(KEY);
}

/** The page goes on, and so do the calls that waited. */
export function releaseLock(): void {
  reason = null;
  forgetKeptLock();
  const held = waiting;
  waiting = [];
  for (const go of held) go();
  tellListeners();
}

/** Calls of a locked page wait here: without a session they would only be refused. */
export function whenUnlocked(): Promise<void> {
  if (reason === null) return Promise.resolve();
  return new Promise((go) => waiting.push(go));
}

/** Locks with the other tabs of this browser. `onFreed`: one of them has let go. Returns the way to stop. */
export function followOtherTabs(onFreed: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY) return;
    if (newValue === null) onFreed();
    else if (reason === null) close(newValue.startsWith('network') ? 'network' : 'idle');
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLock(): LockReason | null {
  return useSyncExternalStore(subscribe, lockReason);
}
