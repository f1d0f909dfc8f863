import { daysOf, daysOfMonth, type Period } from './period';

/** What one point of a chart over time stands for. */
export type TimeSpan = 'day' | 'month';

/** More days than this are no points any more. */
const MAX_DAYS = 366;
/** The months of a century. */
const MAX_MONTHS = 1200;

/** Days up to a year, months of anything longer. */
export function spanOf(period: Period): TimeSpan {
  return daysOf(period, MAX_DAYS + 1).length > MAX_DAYS ? 'month' : 'day';
}

/** Every day or month of the period in its order. */
export function pointsOf(period: Period, span: TimeSpan): string[] {
  if (span === 'day') return daysOf(period, MAX_DAYS);
  const months: string[] = [];
  const last = period.to.slice(0, 7);
  let [year = 0, month = 1] = period.from.split('-').map(Number);
  while (months.length < MAX_MONTHS) {
    const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
    if (text > last) break;
    months.push(text);
    month += 1;
    if (month > 12) [year, month] = [year + 1, 1];
  }
  return months;
}

/** The days of a point that lie in the period. */
export const daysAt = (at: string, span: TimeSpan, period: Period): Period =>
  span === 'day' ? { from: at, to: at } : daysOfMonth(at, period);
