import {
  api,
  type NewUser,
  type RoleDraft,
  type ScopeGrantDraft,
  type SubscriptionDeskQuery,
  type SubscriptionState,
  scopeGrants,
  subscriptions,
  pushTargets as targets,
  type UserChange,
} from '@scenedock/ui-kit';
import { wordOf } from '../../parts/list/listOrder';
import { type ListQuestion, paged, type ResourceCalls, whole } from '../resource';

/** Accounts. What is decided about one (let in, switched off, …) goes through the client itself. */
export const user = {
  list: paged(api.users.list),
  get: api.users.get,
  create: (data) => api.users.create(data as NewUser),
  change: (id, data) => api.users.change(id, data as UserChange),
} satisfies ResourceCalls;

export const role = {
  list: paged(api.roles.list),
  get: api.roles.get,
  create: (data) => api.roles.create(data as RoleDraft),
  change: (id, data) => api.roles.change(id, data as RoleDraft),
  remove: (ids) => Promise.all(ids.map(api.roles.remove)),
} satisfies ResourceCalls;

/** Grants. The text of an area, which may be long, comes with a single one only. */
export const scopes = {
  list: paged(scopeGrants.list),
  get: scopeGrants.get,
  create: (data) => scopeGrants.grant(data as ScopeGrantDraft),
  change: (id, data) => scopeGrants.change(id, data as ScopeGrantDraft),
  remove: (ids) => Promise.all(ids.map(scopeGrants.revoke)),
} satisfies ResourceCalls;

/** The tree of units, of which each names the one above it. */
export const units = {
  list: whole(scopeGrants.units),
  create(data) {
    const { name, parentId } = data as { name: string; parentId: string | null };
    return scopeGrants.addUnit(name, parentId);
  },
  /** Another name, or another unit above it. */
  async change(id, data) {
    const change = data as { name: string } | { parentId: string | null };
    if ('name' in change) await scopeGrants.renameUnit(id, change.name);
    else await scopeGrants.moveUnit(id, change.parentId);
    return { id, ...change };
  },
  remove: (ids) => Promise.all(ids.map(scopeGrants.removeUnit)),
} satisfies ResourceCalls;

/** Subscriptions of one state: those that wait, unless an address says otherwise. How many each state has is `meta`. */
export const subscribeAudit = {
  async list({ filter, pagination, sort, signal }: ListQuestion) {
    const word = wordOf(sort) as SubscriptionDeskQuery['sort'];
    const { state = 'pending' } = filter as { state?: SubscriptionState | 'all' };
    const query: SubscriptionDeskQuery = {
      page: pagination.page,
      pageSize: pagination.perPage,
      ...(state === 'all' ? {} : { state }),
      ...(word === undefined ? {} : { sort: word }),
    };
    const { items, total, states } = await subscriptions.desk(
      query,
      signal === undefined ? {} : { signal },
    );
    return { data: items, total, meta: { states } };
  },
} satisfies ResourceCalls;

/** Places that subscriptions push to. */
export const pushTargets = { list: paged(targets.desk) } satisfies ResourceCalls;
