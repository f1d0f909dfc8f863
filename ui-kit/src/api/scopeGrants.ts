import { answer, wire } from './client';
import type { ScopeGrantDraft, ScopeGrantQuery } from './types';

type Signal = { signal?: AbortSignal };

const at = (id: string) => ({ path: { id } });

/** Who may see what of the catalogue. Apart from the other calls: the portal has no use for them. */
export const scopeGrants = {
  list: (query: ScopeGrantQuery, options: Signal = {}) =>
    answer(wire.GET('/api/scopes', { ...options, params: { query } })),
  grant: (body: ScopeGrantDraft) => answer(wire.POST('/api/scopes', { body })),
  change: (id: string, body: ScopeGrantDraft) =>
    answer(wire.PUT('/api/scopes/{id}', { body, params: at(id) })),
  get: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/scopes/{id}', { ...options, params: at(id) })),
  revoke: (id: string) => answer(wire.DELETE('/api/scopes/{id}', { params: at(id) })),
  /** What a grant would open: a new one, or the one of this id after its change. */
  preview: (body: ScopeGrantDraft, grant: string | undefined) => {
    const query = grant === undefined ? {} : { grant };
    return answer(wire.POST('/api/scopes/preview', { body, params: { query } }));
  },
  /** Which grants somebody has; of a scene, why the person sees it or not. */
  explain: (id: string, dataId: string, options: Signal = {}) =>
    answer(
      wire.GET('/api/users/{id}/scope', {
        ...options,
        params: { ...at(id), query: dataId === '' ? {} : { dataId } },
      }),
    ),
  setMember: (id: string, unitId: string | null) =>
    answer(wire.PUT('/api/users/{id}/unit', { body: { unitId }, params: at(id) })),
  addUnit: (name: string, parentId: string | null) =>
    answer(wire.POST('/api/units/tree', { body: { name, parentId } })),
  renameUnit: (id: string, name: string) =>
    answer(wire.PUT('/api/units/{id}', { body: { name }, params: at(id) })),
  /** What needs a unit: one that nothing needs can be removed. */
  unitUses: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/units/{id}/uses', { ...options, params: at(id) })),
  removeUnit: (id: string) => answer(wire.DELETE('/api/units/{id}', { params: at(id) })),
  units: (options: Signal = {}) => answer(wire.GET('/api/units/tree', options)),
  moveUnit: (id: string, parentId: string | null) =>
    answer(wire.PUT('/api/units/{id}/parent', { body: { parentId }, params: at(id) })),
};
