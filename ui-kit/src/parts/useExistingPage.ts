import { useEffect } from 'react';

type Answered = {
  data: { items: readonly unknown[]; total: number } | undefined;
  isPlaceholderData: boolean;
};

/**
 * Shows the last page where an address names one that is not, or no longer, there: rows go, and a larger window has fewer
 * pages. `show` should replace the address, or Back leads to the page that is not there.
 */
export function useExistingPage(
  { page, pageSize }: { page: number; pageSize: number },
  { data, isPlaceholderData }: Answered,
  show: (page: number) => void,
): void {
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  const isBeyond = !isPlaceholderData && data?.items.length === 0 && page > last;
  useEffect(() => {
    if (isBeyond) show(last);
  });
}
