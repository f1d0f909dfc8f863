import type { TaskLane } from '@scenedock/ui-kit';
import { expect, it } from 'vitest';
import { segmentsOf, spanOf } from './attemptModel';

const at = (seconds: number) => new Date(seconds * 1000).toISOString();
const attempt = (more: object) => ({
  ...{ attempt: 1, worker: 'w', readyAt: at(0), releasedAt: null, startedAt: null, endedAt: null },
  ...{ outcome: null, errorClass: null, bytes: 0 },
  ...more,
});
const lane = (...attempts: object[]) =>
  ({ task: 't', kind: 'extract_scene', scene: 'a', tries: 1, attempts }) as unknown as TaskLane;
const words = (found: TaskLane, now: number) =>
  segmentsOf(found, now * 1000).map(
    ({ kind, from, to }) => `${kind} ${from / 1000}-${Math.round(to / 1000)}`,
  );

it('tells the waits of each attempt apart, and what is between two', () => {
  const failed = {
    ...{ releasedAt: at(4), startedAt: at(6), endedAt: at(10) },
    ...{ outcome: 'failed', errorClass: 'transient_io' },
  };
  const running = { attempt: 2, readyAt: at(14), releasedAt: at(15), startedAt: at(16) };
  expect(words(lane(attempt(failed), attempt(running)), 20)).toEqual([
    'turn 0-4',
    'slot 4-6',
    'failed 6-10',
    'backOff 10-14',
    'turn 14-15',
    'slot 15-16',
    'working 16-20',
  ]);
});

it('goes on until now where something waits, and draws what took no time', () => {
  expect(words(lane(attempt({})), 9)).toEqual(['turn 0-9']);
  expect(words(lane(attempt({ releasedAt: at(3) })), 9)).toEqual(['turn 0-3', 'slot 3-9']);
  const quick = { releasedAt: at(0), startedAt: at(0), endedAt: at(0), outcome: 'done' };
  expect(words(lane(attempt(quick)), 9)).toEqual(['done 0-0']);
  expect(spanOf([segmentsOf(lane(attempt(quick)), 0)])).toEqual({ from: 0, to: 1000 });
});
