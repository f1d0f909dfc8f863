import { answer, type Signal, wire } from './client';
import type {
  ClientSystemForm,
  NewAccessToken,
  NewClientSystem,
  ReceiveDryRunForm,
  ReceiveOutcome,
  ReceiveRunState,
  ReceiveTaskForm,
} from './types';

const at = (id: string) => ({ path: { id } });

type PageOf = { page: number; pageSize: number };

/** Sources that scenes come in from by themselves. */
export const receiving = {
  /** Those that copy from another installation, or the others. */
  list: (query: PageOf & { synchronises: boolean }, options: Signal = {}) =>
    answer(wire.GET('/api/receive-tasks', { ...options, params: { query } })),
  get: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/receive-tasks/{id}', { ...options, params: at(id) })),
  create: (body: ReceiveTaskForm) => answer(wire.POST('/api/receive-tasks', { body })),
  change: (id: string, body: ReceiveTaskForm) =>
    answer(wire.PUT('/api/receive-tasks/{id}', { body, params: at(id) })),
  remove: (id: string) => answer(wire.DELETE('/api/receive-tasks/{id}', { params: at(id) })),
  pause: (id: string) => answer(wire.POST('/api/receive-tasks/{id}/pause', { params: at(id) })),
  resume: (id: string) => answer(wire.POST('/api/receive-tasks/{id}/resume', { params: at(id) })),
  /** It forgets what it has seen, and looks at everything again. */
  startOver: (id: string) =>
    answer(wire.POST('/api/receive-tasks/{id}/start-over', { params: at(id) })),
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

/** Other systems that call with tokens of their own. */
export const clientSystems = {
  list: (query: PageOf, options: Signal = {}) =>
    answer(wire.GET('/api/client-systems', { ...options, params: { query } })),
  create: (body: NewClientSystem) => answer(wire.POST('/api/client-systems', { body })),
  change: (id: string, body: ClientSystemForm) =>
    answer(wire.PUT('/api/client-systems/{id}', { body, params: at(id) })),
  remove: (id: string) => answer(wire.DELETE('/api/client-systems/{id}', { params: at(id) })),
  tokens: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/client-systems/{id}/tokens', { ...options, params: at(id) })),
  issue: (id: string, body: NewAccessToken) =>
    answer(wire.POST('/api/client-systems/{id}/tokens', { body, params: at(id) })),
  revoke: (id: string, tokenId: string) =>
    answer(
      wire.DELETE('/api/client-systems/{id}/tokens/{tokenId}', {
        params: { path: { id, tokenId } },
      }),
    ),
  /** What it took on each of so many days up to today; days of nothing are left out. */
  daysOfUse: (id: string, days: number, options: Signal = {}) =>
    answer(
      wire.GET('/api/client-systems/{id}/use', {
        ...options,
        params: { ...at(id), query: { days } },
      }),
    ),
};
