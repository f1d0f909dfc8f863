import { formatDate, type Messages, type Tone } from '@scenedock/ui-kit';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Days before its end at which a delivery is worth a warning. */
const WARNING_DAYS = 3;

/** Days before its end at which it is nearly too late. */
const ERROR_DAYS = 1;

/** How urgent the end of a delivery is, and in which words. */
export function expiryLabel(
  expiresAt: string,
  now: number,
  m: Messages,
): { tone: Tone; label: string } {
  const left = new Date(expiresAt).getTime() - now;
  if (left <= 0) return { tone: 'danger', label: m.orders.expired };
  if (left <= ERROR_DAYS * DAY) {
    return { tone: 'danger', label: m.orders.expiresInHours(Math.ceil(left / HOUR)) };
  }
  if (left <= WARNING_DAYS * DAY) {
    return { tone: 'warning', label: m.orders.expiresIn(Math.ceil(left / DAY)) };
  }
  return { tone: 'neutral', label: m.orders.validTo(formatDate(expiresAt)) };
}
