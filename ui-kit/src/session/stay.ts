import { address } from '../api/client';
import { getToken } from '../api/session';

/** Code of "time on site" in the behaviour log. */
const TIME_ON_SITE = 6;

/** A glance is not a stay. */
const SHORTEST_MS = 1000;

/** The log takes no longer stay, and no longer path. */
const LONGEST_MS = 86_400_000;
const LONGEST_PATH = 512;

/** A stretch of time in which a page was looked at. */
export type Stay = { start: number; end: number };

/**
 * Tells the behaviour log of a stretch of time on the site. The request outlives the page, and nobody hears of its failing:
 * it must neither end a session nor disturb anybody. Without a token there is nobody to speak of.
 */
export async function recordStay({ start, end }: Stay, path: string): Promise<void> {
  const token = getToken();
  if (token === null || end - start < SHORTEST_MS) return;
  try {
    await fetch(address('/api/behaviours', {}), {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({
        type: TIME_ON_SITE,
        detailUrl: path.slice(0, LONGEST_PATH),
        start: new Date(Math.max(start, end - LONGEST_MS)).toISOString(),
        end: new Date(end).toISOString(),
      }),
    });
  } catch {
    // A log of visits is not worth a word.
  }
}

/** Measures stays: a stay begins when the page is seen and ends when it is not, or when the person leaves. */
export class StayClock {
  private since: number | null;

  constructor(
    visible: boolean,
    private readonly now: () => number = Date.now,
  ) {
    this.since = visible ? now() : null;
  }

  seen(): void {
    this.since ??= this.now();
  }

  /** The stay that ends here; null when none was going on. */
  ended(): Stay | null {
    const start = this.since;
    this.since = null;
    return start === null ? null : { start, end: this.now() };
  }
}
