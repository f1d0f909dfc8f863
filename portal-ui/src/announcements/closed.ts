import type { CurrentAnnouncement } from '@scenedock/ui-kit';

const KEY = 'scenedock.closedAnnouncements';

/** The version under which each was closed in this browser. */
export type Closed = Readonly<Record<string, number>>;

/** What this browser remembers; whatever else stands there counts as nothing. */
export function storedClosed(): Closed {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter(([, version]) => typeof version === 'number'),
    );
  } catch {
    return {};
  }
}

/** Remembers one more; those that are no longer announced are forgotten. */
export function close(
  { id, version }: CurrentAnnouncement,
  all: readonly CurrentAnnouncement[],
): Closed {
  const current = new Set(all.map((one) => one.id));
  const before = Object.entries(storedClosed()).filter(([one]) => current.has(one));
  const closed = { ...Object.fromEntries(before), [id]: version };
  try {
    localStorage.setItem(KEY, JSON.stringify(closed));
  } catch {
    // Where nothing can be kept it stays closed until the page is left.
  }
  return closed;
}

/** Those that were not closed as they are now. */
export function stillOpen(
  all: readonly CurrentAnnouncement[],
  closed: Closed,
): readonly CurrentAnnouncement[] {
  return all.filter(({ id, version }) => closed[id] !== version);
}
