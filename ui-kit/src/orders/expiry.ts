import { formatDate, formatTime } from '../format';
import type { Messages } from '../messages/zh-CN';
import type { Tone } from './tables';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Days before its end at which a delivery deserves a warning, as the server's notices have it. */
const SOON_DAYS = 3;

/** How urgent the end of a delivery is, in a few words and in a sentence with the time. */
export type Expiry = { tone: Tone; label: string; sentence: string };

function urgency(left: number, day: string, { orders }: Pick<Messages, 'orders'>) {
  if (left <= 0) return { tone: 'danger', label: orders.expired } as const;
  if (left <= DAY) {
    return { tone: 'danger', label: orders.expiresInHours(Math.ceil(left / HOUR)) } as const;
  }
  if (left <= SOON_DAYS * DAY) {
    return { tone: 'warning', label: orders.expiresIn(Math.ceil(left / DAY)) } as const;
  }
  return { tone: 'neutral', label: orders.validTo(day) } as const;
}

/** How near the end of a delivery is at `now`, in milliseconds. */
export function expiryOf(
  expiresAt: string,
  now: number,
  m: Pick<Messages, 'orders' | 'detail'>,
): Expiry {
  const left = Date.parse(expiresAt) - now;
  const days = Math.floor(left / DAY);
  const time = formatTime(expiresAt);
  const open = days > 0 ? m.detail.expiresIn(time, days) : m.detail.expiresToday(time);
  return {
    ...urgency(left, formatDate(expiresAt), m),
    sentence: left <= 0 ? m.detail.expiredAt(time) : open,
  };
}

/** The end of a delivery that closes `days` later than it would. */
export function prolonged(expiresAt: string, days: number): string {
  return new Date(Date.parse(expiresAt) + days * DAY).toISOString();
}
