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

export const ERROR_CLASSES = [
  'source_missing',
  'source_corrupt',
  'source_refused',
  'sign_in_refused',
  'transient_io',
  'dependency_away',
  'no_space',
  'cancelled',
  'out_of_scope',
  'bug',
] as const satisfies readonly NonNullable<ListedTask['error']>['class'][];

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
