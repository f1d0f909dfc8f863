import { type ReceivedFigure, type ReceivedQuery, statistics } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Period } from '../parts/figures/period';

/** What the archive took in, by `by`; of one satellite, or of all where none is named. */
export function useReceived(by: ReceivedQuery['by'], period: Period, satellite: string) {
  const query = { by, ...period, ...(satellite === '' ? {} : { satellite }) };
  return useQuery({
    queryKey: ['statistics', 'received', query],
    queryFn: ({ signal }) => statistics.received(query, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Figures of what has a name: maps and reports come from no satellite. */
export const stated = (items: readonly ReceivedFigure[]) =>
  items.filter(({ value }) => value !== '');
