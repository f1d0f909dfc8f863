import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { api } from '../api/endpoints';
import { useExistingPage } from '../parts/useExistingPage';

/** Notices on a page of the inbox. */
export const INBOX_PAGE_SIZE = 20;

/** The page of the inbox that the address names: all notices, or those that nobody has read yet. */
export function useInboxPage() {
  const [params, setParams] = useSearchParams();
  const number = Number(params.get('page'));
  const unread = params.get('filter') === 'unread';
  const page = Number.isInteger(number) && number > 0 ? number : 1;
  const query = useQuery({
    queryKey: ['inbox', 'page', unread, page],
    queryFn: ({ signal }) =>
      api.inbox.list({ unread: unread || undefined, page, pageSize: INBOX_PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  const show = (next: { unread: boolean; page: number }, replace = false) =>
    setParams(
      {
        ...(next.unread ? { filter: 'unread' } : {}),
        ...(next.page > 1 ? { page: String(next.page) } : {}),
      },
      { replace },
    );
  useExistingPage({ page, pageSize: INBOX_PAGE_SIZE }, query, (last) =>
    show({ unread, page: last }, true),
  );
  return { unread, page, query, show };
}
