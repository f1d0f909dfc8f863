import { ApiError, type Bookmark, catalogue, type NewBookmark } from '@scenedock/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../parts/failureText';
import { useNotice } from '../../parts/notice';
import { useSession } from '../../session/session';
import { useToolMessages } from '../messages/useToolMessages';

const NONE: Bookmark[] = [];

/** The bookmarks of the person signed in. */
export function useBookmarks() {
  const m = useToolMessages();
  const notice = useNotice();
  const client = useQueryClient();
  const { me } = useSession();
  const query = useQuery({
    queryKey: ['bookmarks', me?.id],
    queryFn: async ({ signal }) => {
      try {
        return (await catalogue.bookmarks({ signal })).items;
      } catch (error) {
        // A server that keeps no bookmarks has none.
        if (error instanceof ApiError && error.status === 404) return NONE;
        throw error;
      }
    },
    enabled: me !== null,
  });
  const refresh = () => client.invalidateQueries({ queryKey: ['bookmarks'] });
  const add = useMutation({
    mutationFn: (bookmark: NewBookmark) => catalogue.addBookmark(bookmark),
    onSuccess: () => notice(m.bookmarks.added),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string) => catalogue.removeBookmark(id),
    onSuccess: () => notice(m.bookmarks.removed),
    onError: (error) => notice(failureText(m.bookmarks.removeFailed, error), 'error'),
    onSettled: refresh,
  });
  return { signedIn: me !== null, query, bookmarks: query.data ?? NONE, add, remove };
}
