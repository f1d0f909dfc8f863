import type { TaskAttempt, TaskLane } from '@scenedock/ui-kit';

/** What a task was at for a while: a wait by its reason, or work by its end. */
export type SegmentKind =
  | 'backOff'
  | 'turn'
  | 'slot'
  | 'working'
  | NonNullable<TaskAttempt['outcome']>;

export interface Segment {
  kind: SegmentKind;
  attempt: TaskAttempt;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
}

/** The waits and the work of a task, as they followed one another; what is not over goes on until `now`. */
export function segmentsOf({ attempts }: TaskLane, now: number): Segment[] {
  let end: number | null = null;
  const segments: Segment[] = [];
  for (const attempt of attempts) {
    const add = (kind: SegmentKind, from: number, to: number) => {
      if (to > from) segments.push({ kind, attempt, from, to });
    };
    const ready = Date.parse(attempt.readyAt);
    const released = momentOf(attempt.releasedAt) ?? momentOf(attempt.startedAt) ?? now;
    const started = momentOf(attempt.startedAt) ?? now;
    if (end !== null) add('backOff', end, Math.min(ready, started));
    add('turn', ready, Math.min(released, started));
    add('slot', Math.max(ready, released), started);
    end = momentOf(attempt.endedAt);
    // However short it was, it was there.
    if (attempt.startedAt !== null) {
      const until = Math.max(end ?? now, started + 1);
      segments.push({ kind: attempt.outcome ?? 'working', attempt, from: started, to: until });
    }
  }
  return segments;
}

const momentOf = (time: string | null) => (time === null ? null : Date.parse(time));

/** From the first moment to the last of what is drawn; a second at least. */
export function spanOf(lanes: readonly Segment[][]): { from: number; to: number } {
  const all = lanes.flat();
  const from = Math.min(...all.map((one) => one.from));
  return { from, to: Math.max(from + 1000, ...all.map((one) => one.to)) };
}
