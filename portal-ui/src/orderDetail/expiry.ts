import type { Tone } from '@scenedock/ui-kit';

const DAY_MS = 86_400_000;

export type Expiry = {
  /** Quiet with more than three days left, a warning with three or less, an alarm on the last day and afterwards. */
  tone: Extract<Tone, 'neutral' | 'warning' | 'danger'>;
  /** Whole days left. */
  days: number;
  over: boolean;
};

/** How near the end of a delivery is. */
export function expiryOf(expiresAt: string, now: number): Expiry {
  const left = new Date(expiresAt).getTime() - now;
  const tone = left > 3 * DAY_MS ? 'neutral' : left > DAY_MS ? 'warning' : 'danger';
  return { tone, days: Math.max(0, Math.floor(left / DAY_MS)), over: left <= 0 };
}
