import { api, type Permission } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

export const PAGE_SIZE = 20;

/** Everything below this is read anew after a change. */
export const ROLES_TOPIC = ['roles'] as const;

export function useRoles(q: string, page: number, pageSize = PAGE_SIZE) {
  return useQuery({
    queryKey: [...ROLES_TOPIC, 'list', q, page, pageSize],
    queryFn: ({ signal }) =>
      api.roles.list({ page, pageSize, ...(q === '' ? {} : { q }) }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useRole(id: string) {
  return useQuery({
    queryKey: [...ROLES_TOPIC, 'one', id],
    queryFn: ({ signal }) => api.roles.get(id, { signal }),
  });
}

/** What happened to a role, the newest first. */
export function useRoleEvents(id: string, page: number) {
  return useQuery({
    queryKey: [...ROLES_TOPIC, 'events', id, page],
    queryFn: ({ signal }) => api.roles.events(id, { page, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** What can be allowed, and what of it the signed-in person may give. */
export function usePermissions() {
  return useQuery({
    queryKey: [...ROLES_TOPIC, 'permissions'],
    queryFn: ({ signal }) => api.roles.permissions({ signal }),
  });
}

/** These and whatever they imply. */
export function closed(
  codes: Iterable<Permission>,
  implies: (code: Permission) => Permission | null,
): Set<Permission> {
  const all = new Set<Permission>();
  for (const code of codes) {
    for (let next: Permission | null = code; next !== null; next = implies(next)) all.add(next);
  }
  return all;
}
