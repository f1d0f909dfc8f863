import type { subscriptions } from '@scenedock/ui-kit';

type FlowDay = Awaited<ReturnType<typeof subscriptions.flow>>[number];

/** A day's scenes: matched = delivered + waiting + missed + withdrawn. */
export type DayOfFlow = FlowDay & { waiting: number };

/** With what still waits of each day. */
export function withWaiting(days: readonly FlowDay[]): DayOfFlow[] {
  return days.map((day) => ({
    ...day,
    waiting: day.matched - day.delivered - day.missed - day.withdrawn,
  }));
}
