import { address, answer, type Signal, wire } from './client';
import type { AppointedAdministrators, AuditQuery } from './types';

/** Who watches over administrators. Apart from the other calls: the portal has no use for them. */
export const oversight = {
  separation: (options: Signal = {}) => answer(wire.GET('/api/separation', options)),
  /** Keeps administrators apart from now on. */
  separate: (body: AppointedAdministrators) => answer(wire.PUT('/api/separation', { body })),
  /** The entries that the list shows, all of them, as a file. */
  auditLogUrl: (query: AuditQuery) => address('/api/audit-log/export', { query }),
};
