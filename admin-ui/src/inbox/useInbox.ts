import { api, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../parts/useCall';

/** How often the number of unread notices is asked for, in milliseconds. */
const POLL_MS = 60_000;

/** How many notices nobody has read yet; undefined until it is known. */
export function useUnread(): number | undefined {
  const { data } = useQuery({
    queryKey: ['inbox', 'unread'],
    queryFn: ({ signal }) => api.inbox.list({ page: 1, pageSize: 1, unread: true }, { signal }),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
  });
  return data?.unread;
}

/** Marks notices as read. */
export function useMarkRead() {
  const { inbox } = useMessages();
  const { run, busy } = useCall(['inbox']);
  const texts = { failed: inbox.markFailed };
  return {
    busy,
    mark: (id: number) => run(() => api.inbox.read({ ids: [id] }), texts),
    markAll: () => run(() => api.inbox.read({ all: true }), texts),
  };
}
