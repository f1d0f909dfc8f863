import type { CatalogNode, Count, SearchFacets } from '@scenedock/ui-kit';
import { treeLines } from '../conditions/treeModel';
import type { Criteria } from '../searchState';
import type { FacetValue } from './FacetGroup';

/** `list` with `value` taken out, or put in. */
export function flipped<T>(list: readonly T[], value: T): T[] {
  return list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
}

/** Counted values and, with a nought, what is chosen and no longer found. */
export function textValues(
  counts: readonly Count<string>[],
  chosen: readonly string[],
  /** What people call a value. */
  name: (value: string) => string,
): FacetValue[] {
  // Archive records come from no sensor: there is no name to show, and none to search by.
  const named = counts.filter(({ value }) => value !== '');
  const lost = chosen.filter((one) => !named.some(({ value }) => value === one));
  return [...named, ...lost.map((value) => ({ value, count: 0 }))].map(({ value, count }) => ({
    id: value,
    label: name(value),
    count,
    on: chosen.includes(value),
  }));
}

type Range = Pick<Criteria, 'from' | 'to'>;

const inRange = (year: string, { from, to }: Range) =>
  (from !== null || to !== null) &&
  (from === null || from <= `${year}-01-01`) &&
  (to === null || to >= `${year}-12-31`);

export function yearValues(
  counts: readonly Count<string>[],
  range: Range,
  label: (year: string) => string,
): FacetValue[] {
  return counts.map(({ value, count }) => ({
    id: value,
    label: label(value),
    count,
    on: inRange(value, range),
  }));
}

/**
 * The time after a click on a year. A search has one period: a year outside widens it to there, the first or the last
 * year of it leaves it, and a year in its middle becomes all of it.
 */
export function withYear(range: Range, year: string): Range {
  const only = { from: `${year}-01-01`, to: `${year}-12-31` };
  const { from, to } = range;
  if (from === null || to === null) return only;
  const next = (step: number) => String(Number(year) + step);
  if (!inRange(year, range)) {
    const days = [only.from, from, only.to, to].sort();
    return { from: days[0] ?? from, to: days[3] ?? to };
  }
  const first = from.startsWith(year);
  const last = to.startsWith(year);
  if (first && last) return { from: null, to: null };
  if (first) return { from: `${next(1)}-01-01`, to };
  return last ? { from, to: `${next(-1)}-12-31` } : only;
}

/** Limits of cloud cover and how many scenes stay under each: a search has a limit, not a band. */
export function cloudValues(
  clouds: SearchFacets['clouds'],
  limit: number | null,
  label: (percent: number) => string,
): FacetValue[] {
  let sum = 0;
  return clouds.flatMap(({ to, count }) => {
    sum += count;
    if (to === null || to >= 100 || (sum === 0 && limit !== to)) return [];
    return [{ id: String(to), label: label(to), count: sum, on: limit === to }];
  });
}

export function nodeValues(
  counts: readonly Count<number>[],
  tree: readonly CatalogNode[],
  chosen: readonly number[],
): FacetValue[] {
  const lines = treeLines(tree, new Set(chosen), () => true);
  const known = new Map(lines.map((line) => [line.node.id, line]));
  return counts.map(({ value, count }) => ({
    id: String(value),
    label: known.get(value)?.node.label ?? String(value),
    count,
    on: known.get(value)?.ticked === true,
  }));
}
