import type { MonthCount } from '@scenedock/ui-kit';
import type { Criteria } from '../searchState';

/** A bar of the histogram: a month or a year, its first and its last day, and how many scenes. */
export type Bin = { name: string; from: string; to: string; count: number };

type Range = Pick<Criteria, 'from' | 'to'>;

/** A longer time is shown by years: bars of months would be too thin to point at. */
const MAX_MONTHS = 48;

const pad = (value: number) => String(value).padStart(2, '0');

function monthBin(at: number, count: number): Bin {
  const year = Math.floor(at / 12);
  const month = (at % 12) + 1;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const name = `${year}-${pad(month)}`;
  return { name, from: `${name}-01`, to: `${name}-${days}`, count };
}

const yearBin = (year: number, count: number): Bin => ({
  name: String(year),
  from: `${year}-01-01`,
  to: `${year}-12-31`,
  count,
});

/** Months since year 0. */
const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

function fill(
  first: number,
  last: number,
  counts: ReadonlyMap<number, number>,
  bin: typeof yearBin,
) {
  return Array.from({ length: last - first + 1 }, (_, at) =>
    bin(first + at, counts.get(first + at) ?? 0),
  );
}

/** Bars without gaps from the first to the last month, or those of `only`; of years where months are too many. */
export function binsOf(
  months: readonly MonthCount[],
  only: Range = { from: null, to: null },
): Bin[] {
  const counts = new Map(months.map(({ month, count }) => [monthNumber(month), count]));
  const known = [...counts.keys()];
  if (known.length === 0) return [];
  const first = only.from === null ? Math.min(...known) : monthNumber(only.from);
  const last = only.to === null ? Math.max(...known) : monthNumber(only.to);
  if (last < first) return [];
  if (last - first < MAX_MONTHS) return fill(first, last, counts, monthBin);
  const years = new Map<number, number>();
  for (const [month, count] of counts) {
    const year = Math.floor(month / 12);
    years.set(year, (years.get(year) ?? 0) + count);
  }
  return fill(Math.floor(first / 12), Math.floor(last / 12), years, yearBin);
}

/** Whether a bar lies, even in part, in the searched time. */
export function isIn(bin: Bin, { from, to }: Range): boolean {
  return (from === null || bin.to >= from) && (to === null || bin.from <= to);
}

/** The days from one bar to another, in whichever order they were named. */
export function rangeOf(bins: readonly Bin[], a: number, b: number): Range {
  const first = bins[Math.min(a, b)];
  const last = bins[Math.max(a, b)];
  return { from: first?.from ?? null, to: last?.to ?? null };
}
