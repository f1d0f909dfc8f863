import { useQuery } from '@tanstack/react-query';
import { api } from '../api/endpoints';
import type { Order } from '../api/types';
import type { Wait } from './WaitList';

/** How often it is looked at while the page is open, in milliseconds. */
const LOOK_MS = 10_000;

/** Orders that may wait: for their audit, while they are prepared, and for an offline copy. */
const MAY_WAIT: readonly number[] = [0, 1, 3, 6];

/** Why the order waits; nothing where it does not. */
export function useOrderWaits({ id, sstatus }: Order): readonly Wait[] {
  const { data } = useQuery({
    queryKey: ['waits', id],
    queryFn: ({ signal }) => api.orders.waits(id, { signal }),
    enabled: MAY_WAIT.includes(sstatus),
    refetchInterval: LOOK_MS,
  });
  return data?.items ?? [];
}
