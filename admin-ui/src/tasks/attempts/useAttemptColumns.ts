import { formatSecond, type TaskAttempt, type TaskLane } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import {
  bytesFigure,
  durationFigure,
  type RoundedFigure,
  type SavedUnit,
} from '../../parts/figures/savedFigures';

export interface TriedTask {
  lane: TaskLane;
  attempt: TaskAttempt;
}

/** Every attempt of some tasks. */
export const attemptsOf = (lanes: readonly TaskLane[]): TriedTask[] =>
  lanes.flatMap((lane) => lane.attempts.map((attempt) => ({ lane, attempt })));

export interface AttemptColumn {
  label: string;
  unit?: SavedUnit;
  /** Stands at the right. */
  isFigure?: boolean;
  cellOf: (row: TriedTask) => string | RoundedFigure;
}

/** What is said of an attempt, on the page and in a file; `now` ends what is not over. */
export function useAttemptColumns(now: number): AttemptColumn[] {
  const { attempts: m, monitor, tasks } = useAdminMessages();
  const second = (at: string | null) => (at === null ? '-' : formatSecond(at));
  const passed = (from: string | null, to: string | null) => {
    if (from === null) return durationFigure(null, '-');
    const until = to === null ? now : Date.parse(to);
    const seconds = Math.max(0, until - Date.parse(from)) / 1000;
    return durationFigure(seconds, m.duration(seconds));
  };
  const taskOf = ({ kind, scene, tries, attempts }: TaskLane) => {
    const more = tries > attempts.length ? ` (${m.more(tries)})` : '';
    return `${m.lane(monitor.kind[kind], scene)}${more}`;
  };
  const resultOf = ({ startedAt, outcome, errorClass }: TaskAttempt) => {
    const standing = startedAt === null ? m.toCome : m.segments[outcome ?? 'working'];
    const cause = errorClass === null ? '' : ` · ${tasks.classes[errorClass] ?? errorClass}`;
    return `${standing}${cause}`;
  };
  const hours = { unit: 'hours', isFigure: true } as const;
  return [
    { label: m.kind, cellOf: ({ lane }) => taskOf(lane) },
    {
      label: m.number,
      isFigure: true,
      cellOf: ({ attempt: { attempt } }) => ({
        text: String(attempt),
        saved: { value: attempt, as: 'whole' },
      }),
    },
    { label: m.readyAt, cellOf: ({ attempt }) => second(attempt.readyAt) },
    {
      label: m.wait,
      ...hours,
      cellOf: ({ attempt }) => passed(attempt.readyAt, attempt.startedAt),
    },
    { label: m.startedAt, cellOf: ({ attempt }) => second(attempt.startedAt) },
    { label: m.endedAt, cellOf: ({ attempt }) => second(attempt.endedAt) },
    {
      label: m.work,
      ...hours,
      cellOf: ({ attempt }) => passed(attempt.startedAt, attempt.endedAt),
    },
    { label: m.result, cellOf: ({ attempt }) => resultOf(attempt) },
    {
      label: m.bytes,
      unit: 'bytes',
      isFigure: true,
      cellOf: ({ attempt }) => bytesFigure(attempt.bytes),
    },
    { label: m.worker, cellOf: ({ attempt }) => attempt.worker || '-' },
  ];
}
