const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface WaitWords {
  minutes: (n: number) => string;
  hours: (n: number) => string;
  days: (n: number) => string;
}

/** How long something has waited, in its largest whole unit. */
export function waitingTime(since: string, now: number, m: WaitWords): string {
  const passed = Math.max(0, now - Date.parse(since));
  if (passed < HOUR) return m.minutes(Math.floor(passed / MINUTE));
  return passed < 2 * DAY ? m.hours(Math.floor(passed / HOUR)) : m.days(Math.floor(passed / DAY));
}

/** How long something goes on, in seconds at first. */
export function runningTime(
  since: string,
  now: number,
  m: WaitWords & { seconds: (n: number) => string },
): string {
  const passed = Math.max(0, now - Date.parse(since));
  return passed < 2 * MINUTE ? m.seconds(Math.floor(passed / 1000)) : waitingTime(since, now, m);
}
