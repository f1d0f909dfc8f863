import { answer, type Signal, wire } from './client';
import type { ReceiveDryRunForm, ReceiveOutcome, ReceiveRunState, ReceiveTaskForm } from './types';

const at = (id: string) => ({ path: { id } });

type PageOf = { page: number; pageSize: number };

/** Sources that scenes come in from by themselves. */
export const receiving = {
  list: (query: PageOf, options: Signal = {}) =>
    answer(wire.GET('/api/receive-tasks', { ...options, params: { query } })),
  get: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/receive-tasks/{id}', { ...options, params: at(id) })),
  create: (body: ReceiveTaskForm) => answer(wire.POST('/api/receive-tasks', { body })),
  change: (id: string, body: ReceiveTaskForm) =>
    answer(wire.PUT('/api/receive-tasks/{id}', { body, params: at(id) })),
  remove: (id: string) => answer(wire.DELETE('/api/receive-tasks/{id}', { params: at(id) })),
  pause: (id: string) => answer(wire.POST('/api/receive-tasks/{id}/pause', { params: at(id) })),
  resume: (id: string) => answer(wire.POST('/api/receive-tasks/{id}/resume', { params: at(id) })),
  runNow: (id: string) => answer(wire.POST('/api/receive-tasks/{id}/runs', { params: at(id) })),
  runs: (
    id: string,
    query: PageOf & { state?: ReceiveRunState | undefined; errorClass?: string | undefined },
    options: Signal = {},
  ) =>
    answer(wire.GET('/api/receive-tasks/{id}/runs', { ...options, params: { ...at(id), query } })),
  dryRun: (body: ReceiveDryRunForm) => answer(wire.POST('/api/receive-dry-runs', { body })),
  run: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/receive-runs/{id}', { ...options, params: at(id) })),
  files: (
    id: string,
    query: PageOf & { outcome?: ReceiveOutcome | undefined },
    options: Signal = {},
  ) =>
    answer(wire.GET('/api/receive-runs/{id}/files', { ...options, params: { ...at(id), query } })),
};
