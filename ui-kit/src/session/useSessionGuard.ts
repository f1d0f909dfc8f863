import { useEffect, useRef } from 'react';
import { followSilence } from '../api/client';
import { api } from '../api/endpoints';
import { decideRefusals, getToken, onTokenChange } from '../api/session';
import type { Me } from '../api/types';
import { endInactive, leaveLocked, lockEnded, lockIdle, type System } from './leaving';
import { followOtherTabs, forgetKeptLock, lockReason, releaseLock } from './lock';
import { activity, clicks, IDLE_MS, isIdle, isInactive, markArrival } from './presence';
import { reach } from './reach';

/** How often it is looked whether a stay has ended, or a person is away (portal specification, section 9). */
const INACTIVE_LOOK_MS = 2000;
const IDLE_LOOK_MS = 6000;

/** The server forgets an unused session as early as the page asks for the password; its refusal may come first. */
const EARLY_MS = 60_000;

const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchstart'];

export type Guard = {
  /** Who is signed in on this page. */
  me: Pick<Me, 'id'> | null;
  /** The page goes on with another token of the same person. */
  onResumed: (me: Me, token: string) => void;
  /** Tells the log of the time on the site. */
  endStay?: () => Promise<void>;
  system: System;
  /** Whether somebody has begun to answer the question for the password. */
  isTyped: boolean;
  /** The page was opened after its session had ended, a day or more after the last click: there is nobody on it to be locked out. */
  isOver?: boolean;
};

const nothingToTell = () => Promise.resolve();

/** Locks where the page would otherwise be lost for a session that ended while nobody was there. */
function isLockedInstead(): boolean {
  if (lockReason() !== null) return true;
  if (reach.isDown()) lockEnded('network');
  else if (activity.quietFor() >= IDLE_MS - EARLY_MS) lockEnded('idle');
  else return false;
  return true;
}

/** Watches over the session of a page: inactivity, absence, a server that is away, and what other tabs do. */
export function useSessionGuard(guard: Guard): void {
  const latest = useRef(guard);
  useEffect(() => {
    latest.current = guard;
  });
  const isSignedIn = guard.me !== null;
  useEffect(() => onTokenChange((token) => follow(token, latest.current)), []);
  useEffect(() => watchReach(latest), []);
  const { isOver = false } = guard;
  useEffect(() => {
    if (isOver) endIfInactive(latest);
  }, [isOver]);
  useEffect(() => {
    if (!isSignedIn) return;
    if (clicks.last() === 0) clicks.mark();
    // Opening a page is a sign of life, unless the page has waited for somebody for a day.
    if (!isInactive()) activity.mark();
    const stop = [decideRefusals(isLockedInstead), followOtherTabs(onFreed), watch(latest)];
    return () => {
      for (const one of stop) one();
    };
  }, [isSignedIn]);
}

type Latest = { current: Guard };

function endIfInactive({ current }: Latest): boolean {
  if (!isInactive()) return false;
  void endInactive(current.endStay ?? nothingToTell, current.system);
  return true;
}

/** The clocks, and the hands that set them back. Who comes too late sets back nothing. */
function watch(latest: Latest): () => void {
  const lockIfIdle = () => {
    if (lockReason() !== null || !isIdle()) return false;
    void lockIdle(latest.current.endStay ?? nothingToTell);
    return true;
  };
  const onActivity = () => {
    if (!isInactive() && !lockIfIdle()) activity.mark();
  };
  const onClick = () => {
    if (!endIfInactive(latest)) clicks.mark();
  };
  const timers = [
    setInterval(() => endIfInactive(latest), INACTIVE_LOOK_MS),
    setInterval(lockIfIdle, IDLE_LOOK_MS),
  ];
  const options = { capture: true, passive: true };
  for (const kind of ACTIVITY) window.addEventListener(kind, onActivity, options);
  window.addEventListener('click', onClick, { capture: true });
  return () => {
    timers.forEach(clearInterval);
    for (const kind of ACTIVITY) window.removeEventListener(kind, onActivity, options);
    window.removeEventListener('click', onClick, { capture: true });
  };
}

/** Another tab has let go of the lock: with a token the page goes on, without one the person has signed out there. */
function onFreed(): void {
  if (getToken() === null) leaveLocked();
}

function follow(token: string | null, guard: Guard): void {
  if (token === null) {
    if (guard.me !== null && isInactive()) {
      void endInactive(guard.endStay ?? nothingToTell, guard.system);
    }
    return;
  }
  markArrival();
  if (lockReason() !== null) void resume(token, guard);
  else forgetKeptLock();
}

/** The page is its owner's alone: whoever else has signed in meanwhile begins with the search. */
async function resume(token: string, guard: Guard): Promise<void> {
  const owner = await api.auth.owner(token).catch(() => null);
  if (owner === null || (guard.me !== null && owner.id !== guard.me.id)) {
    leaveLocked();
    return;
  }
  guard.onResumed(owner, token);
  releaseLock();
}

/**
 * Once the server is back, it is asked whether the session still stands. Whoever has begun with the password finishes it: were
 * the question gone between two keys, the rest would be typed into the page.
 */
async function beforeReturn(latest: Latest, token: string): Promise<void> {
  try {
    if (!latest.current.isTyped) await api.auth.owner(token);
  } finally {
    if (latest.current.isTyped) lockEnded('network');
  }
}

/** Follows the network. */
function watchReach(latest: Latest): () => void {
  const look = () => reach.askNow();
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  const deaf = followSilence(() => reach.failed());
  const stop = reach.onReturn(async () => {
    const token = getToken();
    if (latest.current.me !== null && token !== null) await beforeReturn(latest, token);
  });
  return () => {
    window.removeEventListener('online', look);
    window.removeEventListener('offline', look);
    deaf();
    stop();
  };
}
