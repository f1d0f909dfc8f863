import { SHADES } from '../parts/map/shades';

/** The least number of each class, and how it is drawn. */
export interface RegionClass {
  least: number;
  shade: number;
  words: string;
}

/** 1, 2, 5, 10, 20, 50 … up to a number. */
function roundNumbers(most: number): number[] {
  const found: number[] = [];
  for (let ten = 1; ten <= most; ten *= 10) found.push(ten, 2 * ten, 5 * ten);
  return found.filter((number) => number <= most);
}

/** Classes for numbers of which this is the largest: at most as many as there are shades, the upper ones the finer. */
export function regionClasses(most: number): RegionClass[] {
  const all = most <= SHADES ? Array.from({ length: most }, (_, n) => n + 1) : roundNumbers(most);
  // What lies below the finer ones is one class with the least.
  const leasts = [1, ...all.slice(1).slice(-(SHADES - 1))];
  if (most < 1) return [];
  return leasts.map((least, index) => ({
    least,
    shade: Math.round((index * (SHADES - 1)) / Math.max(leasts.length - 1, 1)),
    words: classWords(least, leasts[index + 1]),
  }));
}

/** `1`, `2–4`, `≥500`. */
function classWords(least: number, next: number | undefined): string {
  if (next === undefined) return `≥${least}`;
  return next - 1 === least ? String(least) : `${least}–${next - 1}`;
}

/** The shade of a number; -1: there is none to show. */
export const shadeOf = (classes: readonly RegionClass[], count: number) =>
  classes.findLast(({ least }) => count >= least)?.shade ?? -1;
