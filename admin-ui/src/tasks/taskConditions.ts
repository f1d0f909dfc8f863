import type { ListedTask, TaskFilter } from '@scenedock/ui-kit';

export const TASK_STATES = [
  'waiting',
  'released',
  'running',
  'done',
  'failed',
  'cancelled',
] as const satisfies readonly ListedTask['state'][];

export const TASK_KINDS = [
  'extract_scene',
  'package_order',
  'verify_delivery',
  'export',
  'make_preview',
  'push_scene',
  'build_segments',
  'receive_run',
  'copy_scene',
  'withdraw_scene',
] as const satisfies readonly NonNullable<TaskFilter['kind']>[];

type ErrorClass = NonNullable<ListedTask['error']>['class'];

/** In the order in which filters offer them. A class of the schema that is not here is a key that is missing. */
const EVERY_ERROR_CLASS: Readonly<Record<ErrorClass, true>> = {
  source_missing: true,
  source_corrupt: true,
  source_refused: true,
  sign_in_refused: true,
  transient_io: true,
  dependency_away: true,
  no_space: true,
  cancelled: true,
  out_of_scope: true,
  bug: true,
};

/** What a task can fail of. */
export const ERROR_CLASSES = Object.keys(EVERY_ERROR_CLASS) as readonly ErrorClass[];

export const TEXTS = ['ordername', 'person', 'worker', 'source', 'errorCode'] as const;

export const HELD = ['paused', 'unresolved'] as const;

/** What narrows the list, as its address names it. */
export const TASK_CONDITIONS = {
  state: TASK_STATES,
  kind: TASK_KINDS,
  errorClass: ERROR_CLASSES,
  held: HELD,
  ordername: 'text',
  person: 'text',
  worker: 'text',
  source: 'text',
  errorCode: 'text',
} as const;

/** Conditions as the address has them. */
export type TaskConditions = Omit<TaskFilter, 'paused' | 'unresolved'> & {
  held?: (typeof HELD)[number];
};

/** The same in the words of the server. */
export function taskFilter({ held, ...rest }: TaskConditions): TaskFilter {
  return { ...rest, ...(held === undefined ? {} : { [held]: true }) };
}
