import { answer, type Signal, wire } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

/** What goes on at a moment. */
export type Monitor = Schemas['Monitor'];
export type WorkerState = Schemas['WorkerState'];
export type TaskState = Schemas['TaskState'];
export type TransferState = Schemas['TransferState'];
export type FtpSessionState = Schemas['FtpSessionState'];
export type ArchiveSource = Schemas['ArchiveSource'];
export type SourceLimits = Schemas['SourceLimits'];

/** Every attempt at the tasks of an order. */
export type OrderAttempts = Schemas['OrderAttempts'];
export type TaskLane = Schemas['TaskLaneView'];
export type TaskAttempt = Schemas['TaskAttempt'];

/** Tasks of the workers. */
export type ListedTask = Schemas['ListedTask'];
export type TaskDetail = Schemas['TaskDetail'];
export type TaskCounts = Schemas['TaskCounts'];
export type TaskCursor = Schemas['TaskCursor'];
export type TaskActRequest = Schemas['TaskActRequest'];
/** Which tasks; what is left out filters nothing. */
export type TaskFilter = TaskActRequest['filter'];
export type FailureGroup = Schemas['FailureGroup'];

/** What operators ask. Apart from the other calls: the portal has no use for them. */
export const operations = {
  monitor: (options: Signal = {}) => answer(wire.GET('/api/monitor', options)),
  /** Ends an FTP session, whichever gateway serves it. */
  endFtpSession: (id: string) =>
    answer(wire.DELETE('/api/monitor/ftp-sessions/{id}', { params: { path: { id } } })),
  /** Has a source tried at once that is left alone. */
  probeSource: (id: number) =>
    answer(wire.POST('/api/monitor/sources/{id}/probe', { params: { path: { id } } })),
  /** How much of the slots a source may have, and how fast it may be read. */
  setSourceLimits: (id: number, limits: SourceLimits) =>
    answer(wire.PUT('/api/monitor/sources/{id}', { params: { path: { id } }, body: limits })),
  attempts: (
    order: string,
    query: {
      kind?: NonNullable<TaskFilter['kind']>;
      troubled?: boolean;
      page: number;
      pageSize: number;
    },
    options: Signal = {},
  ) =>
    answer(
      wire.GET('/api/orders/{id}/attempts', {
        ...options,
        params: { path: { id: order }, query },
      }),
    ),
  tasks: (filter: TaskFilter, before: TaskCursor | null, options: Signal = {}) => {
    const cursor = before === null ? {} : { before: before.at, beforeId: before.id };
    return answer(
      wire.GET('/api/tasks', { ...options, params: { query: { ...filter, ...cursor } } }),
    );
  },
  taskCounts: (filter: TaskFilter, options: Signal = {}) =>
    answer(wire.GET('/api/tasks/counts', { ...options, params: { query: filter } })),
  task: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/tasks/{id}', { ...options, params: { path: { id } } })),
  actOnTasks: (body: TaskActRequest) => answer(wire.POST('/api/tasks/act', { body })),
  failures: (options: Signal = {}) => answer(wire.GET('/api/tasks/failures', options)),
};
