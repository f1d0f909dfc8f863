import { getToken } from '../api/session';

/** Without a click for this long a stay is over (portal specification, section 9). */
const INACTIVE_MS = 86_400_000;

/** Without any activity for this long the password is asked for again: `testTime` of portal specification section 9. */
export const IDLE_MS = 1_800_000;

/** A pointer that moves is written down no more often than this, in milliseconds. */
const WRITTEN_EVERY_MS = 1000;

/**
 * When something was last done in this browser, in any of its tabs. It is a time and no timer, so a machine that slept
 * has not stopped counting.
 */
class Presence {
  private own = 0;

  constructor(
    private readonly key: string,
    private readonly now: () => number = () => Date.now(),
  ) {}

  /** Moment in milliseconds; 0: never. */
  last(): number {
    const stored = Number(localStorage.getItem(this.key));
    // A clock that was set back must not keep a session open.
    if (Number.isFinite(stored) && stored <= this.now()) this.own = Math.max(this.own, stored);
    return this.own;
  }

  mark(): void {
    const now = this.now();
    if (now - this.own < WRITTEN_EVERY_MS && now >= this.own) return;
    this.own = now;
    localStorage.setItem(this.key, String(now));
  }

  /** How long nothing was done; 0 where nothing ever was. */
  quietFor(): number {
    const last = this.last();
    return last === 0 ? 0 : this.now() - last;
  }
}

export const clicks = new Presence('scenedock.lastClick');
export const activity = new Presence('scenedock.lastActivity');

/** Somebody has just signed in, or taken a page up again. */
export function markArrival(): void {
  clicks.mark();
  activity.mark();
}

/** Whether the stay of whoever is signed in here has ended for want of a click. */
export function isInactive(): boolean {
  return clicks.quietFor() >= INACTIVE_MS;
}

/** Whether the person has been away long enough to be asked for the password. */
export function isIdle(): boolean {
  return getToken() !== null && activity.quietFor() >= IDLE_MS;
}
