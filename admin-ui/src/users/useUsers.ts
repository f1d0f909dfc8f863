import { api, singleSignOn, useConfig } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

export const PAGE_SIZE = 20;

/** Everything below this is read anew after a change: the resource's name. */
export const USERS_TOPIC = ['user'] as const;

/** How many registrations wait for an administrator. */
export function useWaitingCount(): number {
  const { data } = useQuery({
    queryKey: [...USERS_TOPIC, 'waiting'],
    queryFn: ({ signal }) => api.users.list({ status: 'waiting', pageSize: 1 }, { signal }),
  });
  return data?.total ?? 0;
}

export function useUserSessions(id: string) {
  return useQuery({
    queryKey: [...USERS_TOPIC, 'sessions', id],
    queryFn: ({ signal }) => api.users.sessions(id, { signal }),
  });
}

/** The accounts at identity providers that somebody can sign in with; not asked for where there is no provider. */
export function useProviderLinks(id: string) {
  const config = useConfig().singleSignOn;
  return useQuery({
    queryKey: [...USERS_TOPIC, 'providerLinks', id],
    queryFn: ({ signal }) => singleSignOn.linksOf(id, { signal }),
    enabled: Boolean(config),
  });
}

/** What somebody may do, and why or why not. */
export function useUserRights(id: string) {
  return useQuery({
    queryKey: [...USERS_TOPIC, 'rights', id],
    queryFn: ({ signal }) => api.users.explain(id, { signal }),
  });
}

/** What happened to an account; the newest first. */
export function useUserEvents(id: string, page: number) {
  return useQuery({
    queryKey: [...USERS_TOPIC, 'events', id, page],
    queryFn: ({ signal }) => api.users.events(id, { page, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
}
