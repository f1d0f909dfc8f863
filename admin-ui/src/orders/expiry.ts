import { formatDate, type Messages, type Tone } from '@scenedock/ui-kit';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Days before its end at which a delivery deserves a warning, as the server's notices have it. */
const SOON_DAYS = 3;

/** How urgent the end of a delivery is, and in which words. */
export function expiryOf(
  expiresAt: string,
  now: number,
  { orders }: Pick<Messages, 'orders'>,
): { tone: Tone; label: string } {
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) {
    return { tone: 'danger', label: orders.expired };
  }
  if (left <= DAY) {
    return { tone: 'danger', label: orders.expiresInHours(Math.ceil(left / HOUR)) };
  }
  if (left <= SOON_DAYS * DAY) {
    return { tone: 'warning', label: orders.expiresIn(Math.ceil(left / DAY)) };
  }
  return { tone: 'success', label: orders.validTo(formatDate(expiresAt)) };
}

/** The end of a delivery that closes `days` later than it would. */
export function prolonged(expiresAt: string, days: number): string {
  return new Date(Date.parse(expiresAt) + days * DAY).toISOString();
}
