import { shelf } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

/** Under which what was read of one's own shelf is kept. */
export const SHELF = ['shelf'] as const;

export const PAGE_SIZE = 20;

/** How often it is looked at while the page is open, in milliseconds: files arrive. */
const LOOK_MS = 20_000;

/** The account and the room. The password is forgotten with the page. */
export function useShelf() {
  return useQuery({
    queryKey: [...SHELF, 'account'],
    queryFn: ({ signal }) => shelf.get({ signal }),
    gcTime: 0,
    refetchInterval: LOOK_MS,
  });
}

export function useShelfFiles(page: number) {
  return useQuery({
    queryKey: [...SHELF, 'files', page],
    queryFn: ({ signal }) => shelf.files({ page, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
  });
}
