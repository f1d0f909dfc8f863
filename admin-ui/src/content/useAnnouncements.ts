import { contentDesk } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { CONTENT } from './contentTopic';

/** Every announcement, in order. */
export function useAnnouncements() {
  return useQuery({
    queryKey: [CONTENT, 'announcements'],
    queryFn: ({ signal }) => contentDesk.announcements.list({ signal }),
  });
}
