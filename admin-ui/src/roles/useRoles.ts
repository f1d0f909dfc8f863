import { api, type Permission, type ScopeSubjectKind, useSettled } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

export const PAGE_SIZE = 20;

/** Everything below this is read anew after a change: the resource's name. */
export const ROLES_TOPIC = ['role'] as const;

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

/** What somebody sees who holds just these permissions. The last answer stays until the next: ticks follow one another. */
export function useRolePreview(permissions: readonly Permission[]) {
  const codes = useSettled(permissions.join(' '));
  return useQuery({
    queryKey: [...ROLES_TOPIC, 'preview', codes],
    queryFn: ({ signal }) => api.roles.preview({ permissions: listed(codes) }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** How many scenes such a person, or member of a unit, sees. */
export function usePreviewedScenes(
  permissions: readonly Permission[],
  subject: ScopeSubjectKind,
  subjectId: string | null,
) {
  // Nothing else that is allowed decides over scenes.
  const codes = permissions.includes('/scene/all') ? '/scene/all' : '';
  return useQuery({
    queryKey: [...ROLES_TOPIC, 'scenes', codes, subject, subjectId],
    queryFn: ({ signal }) =>
      api.roles.preview({ permissions: listed(codes), subject, subjectId }, { signal }),
    retry: false,
  });
}

const listed = (codes: string) => codes.split(' ').filter((code) => code !== '') as Permission[];

/** These and whatever they imply. */
export function closed(
  codes: Iterable<Permission>,
  implies: (code: Permission) => readonly Permission[],
): Set<Permission> {
  const all = new Set<Permission>(codes);
  // A set that grows while it is walked comes to what is added, too.
  for (const code of all) {
    for (const implied of implies(code)) all.add(implied);
  }
  return all;
}
