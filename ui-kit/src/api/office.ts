import { answer, type Signal, wire } from './client';
import type { AuditQuery, BehaviourQuery, NoticeKind } from './types';

const at = <Id extends string | number>(id: Id) => ({ path: { id } });

/** The audit desk: orders one after the other, with decisions that can be taken back for some seconds. */
const auditDesk = {
  get: (options: Signal = {}) => answer(wire.GET('/api/audit-desk', options)),
  /** Puts away a decision of one's own that was not carried out. */
  putAway: (id: number) => answer(wire.DELETE('/api/audit-desk/dropped/{id}', { params: at(id) })),
  phrases: (options: Signal = {}) => answer(wire.GET('/api/audit-desk/phrases', options)),
  /** What there is to do. */
  dashboard: (options: Signal = {}) => answer(wire.GET('/api/dashboard', options)),
};

/** Addresses of other systems that are told of events. */
const webhooks = {
  list: (options: Signal = {}) => answer(wire.GET('/api/webhooks', options)),
  create: (url: string, events: NoticeKind[]) =>
    answer(wire.POST('/api/webhooks', { body: { url, events } })),
  switch: (id: string, active: boolean) =>
    answer(wire.PUT('/api/webhooks/{id}', { body: { active }, params: at(id) })),
  remove: (id: string) => answer(wire.DELETE('/api/webhooks/{id}', { params: at(id) })),
};

/** The record of what people did. */
const behaviours = {
  /** What people did, the newest first; `before` is `next` of the page before. */
  list: (query: BehaviourQuery, options: Signal = {}) =>
    answer(wire.GET('/api/behaviours', { ...options, params: { query } })),
};

/** Who did what to what. */
const auditLog = {
  /** Who did what to what, the newest first; `before` is `next` of the page before. */
  list: (query: AuditQuery, options: Signal = {}) =>
    answer(wire.GET('/api/audit-log', { ...options, params: { query } })),
};

/** Calls that only the back office makes. */
export const office = { auditDesk, webhooks, behaviours, auditLog };
