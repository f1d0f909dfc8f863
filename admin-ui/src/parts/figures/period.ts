import { daysBefore } from '@scenedock/ui-kit';

/** Days in Beijing, `yyyy-MM-dd`, both counted; empty where none is given. */
export interface Period {
  from: string;
  to: string;
}

/** What is wrong with a period, by the name of its message. */
export type PeriodProblem = 'noFrom' | 'noTo' | 'noPeriod' | 'reversed';

/** From 1 January of this year to today (portal specification section 9). */
export function yearSoFar(now: Date): Period {
  const to = daysBefore(now, 0);
  return { from: `${to.slice(0, 4)}-01-01`, to };
}

/** Portal specification section 5, statistics query. */
export function periodProblem({ from, to }: Period): PeriodProblem | null {
  if (!from && !to) return 'noPeriod';
  if (!from) return 'noFrom';
  if (!to) return 'noTo';
  return to < from ? 'reversed' : null;
}

/** Only a period that lacks a day cannot be queried; one that runs backwards is queried all the same. */
export const canBeQueried = (problem: PeriodProblem | null) =>
  problem === null || problem === 'reversed';

/** The same days a year before; 29 February becomes the 28th. */
export function yearBefore({ from, to }: Period): Period {
  return { from: dayYearBefore(from), to: dayYearBefore(to) };
}

function dayYearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
  const rest = day.slice(4);
  return `${year}${rest === '-02-29' ? '-02-28' : rest}`;
}

/** The days of the period in their order, at most so many of them. */
export function daysOf({ from, to }: Period, most: number): string[] {
  const days: string[] = [];
  const day = new Date(`${from}T00:00:00Z`);
  while (days.length < most && !Number.isNaN(day.getTime())) {
    const text = day.toISOString().slice(0, 10);
    if (text > to) break;
    days.push(text);
    day.setUTCDate(day.getUTCDate() + 1);
  }
  return days;
}

/** The days of a month (`yyyy-MM`) that lie in the period. */
export function daysOfMonth(month: string, period: Period): Period {
  const [year, number] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year ?? 0, number ?? 1, 0)).getUTCDate();
  const from = `${month}-01`;
  const to = `${month}-${String(last).padStart(2, '0')}`;
  return {
    from: from < period.from ? period.from : from,
    to: to > period.to ? period.to : to,
  };
}
