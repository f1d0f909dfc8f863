import { api, errorText, type Notice, useMessages } from '@scenedock/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { orderPath } from '../orderRoutes';
import { useNotice } from '../parts/notice';
import { useSession } from '../session/session';

/** News of orders can wait a minute; a tab that is not seen does not ask at all. */
const POLL_MS = 60_000;

/** Notices in the header. */
const NEWEST = 6;

/** The newest notices and how many are unread, followed gently. */
export function useNewest() {
  const { me } = useSession();
  return useQuery({
    queryKey: ['inbox', 'newest', me?.id],
    queryFn: ({ signal }) => api.inbox.list({ page: 1, pageSize: NEWEST }, { signal }),
    enabled: me !== null,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
    // Who comes back to the tab sees what came meanwhile.
    refetchOnWindowFocus: true,
    retry: false,
  });
}

/** Marks notices as read; `null` means all of them. */
export function useMarkRead() {
  const m = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[] | null) => api.inbox.read(ids === null ? { all: true } : { ids }),
    onError: (error) => notice(errorText(error, m.inbox.markFailed), 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: ['inbox'] }),
  });
}

/** What a notice is about, in the language of the screen; the text below it is stored as it was written. */
export function noticeTitle(notice: Notice, names: Record<string, string>): string {
  return names[notice.kind] ?? notice.ordername;
}

/** Where what a notice is about is found. */
export function noticePath({ orderId, kind }: Notice): string {
  if (orderId !== null) return orderPath(orderId);
  return kind === 'result_refused' ? '/results' : '/subscriptions';
}
