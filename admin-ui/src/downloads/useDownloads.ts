import { type DownloadsQuery, statistics } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Period } from '../parts/figures/period';

/** What was downloaded, by `by`; for one unit, or for all where none is named. */
export function useDownloads(by: DownloadsQuery['by'], period: Period, unit: string) {
  const query = { by, ...period, ...(unit === '' ? {} : { unit }) };
  return useQuery({
    queryKey: ['statistics', 'downloads', query],
    queryFn: ({ signal }) => statistics.downloads(query, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** How far the deliveries of the period were fetched. */
export function useCompletion(period: Period) {
  return useQuery({
    queryKey: ['statistics', 'completion', period],
    queryFn: ({ signal }) => statistics.completion(period, { signal }),
    placeholderData: keepPreviousData,
  });
}
