import { contentDesk } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { CONTENT } from './contentTopic';

/** The types of news, in order. */
export function useNewsTypes() {
  return useQuery({
    queryKey: [CONTENT, 'newsTypes'],
    queryFn: ({ signal }) => contentDesk.newsTypes.list({ signal }),
  });
}
