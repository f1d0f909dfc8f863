import type { SearchAnswer } from '@scenedock/ui-kit';
import { useEffect } from 'react';
import type { SearchState } from './searchState';
import type { Change } from './useSearchUrl';

type Paged = Pick<SearchState, 'page' | 'pageSize'>;

/** Goes to the last page where an address names one that is not, or no longer, there. */
export function useExistingPage(
  { page, pageSize }: Paged,
  data: SearchAnswer | undefined,
  change: (part: Change, options: { replace: boolean }) => void,
): void {
  const total = data?.total ?? 0;
  const beyond = page > 1 && total > 0 && data?.items.length === 0;
  useEffect(() => {
    if (beyond) change({ page: Math.ceil(total / pageSize) }, { replace: true });
  }, [beyond, total, pageSize, change]);
}
