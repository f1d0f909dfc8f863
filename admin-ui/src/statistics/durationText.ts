const UNITS = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

type Words = Record<(typeof UNITS)[number][0], (n: number) => string> & { join: string };

/** In the largest unit that fits and the one below it. */
export function durationText(seconds: number, words: Words): string {
  const first = UNITS.findIndex(([, length]) => seconds >= length);
  let left = seconds;
  const parts: string[] = [];
  for (const [unit, length] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(words[unit](count));
  }
  return first < 0 ? words.seconds(0) : parts.join(words.join);
}

/** For a chart. */
export const inHours = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds / 36) / 100;
