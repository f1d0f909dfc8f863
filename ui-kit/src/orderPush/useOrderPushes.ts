import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { orderPushes } from '../api/subscriptions';
import type { Order, OrderPushes } from '../api/types';
import { isOnlyWatched } from '../orders/watched';
import { isRunning } from './pushCounts';

/** How often files on their way are looked at, in milliseconds. */
const POLL_MS = 5000;

/** States of orders that have been handed out, or were before they were reopened. */
const HANDED_OUT: readonly Order['sstatus'][] = [3, 5, 6, 7, 8];

export type PushedOrder = Pick<Order, 'id' | 'ordername' | 'sstatus' | 'getMethod' | 'attachments'>;

/** Read anew when the order has moved on. */
const keyOf = ({ id, sstatus }: PushedOrder) => ['orderPushes', id, sstatus];

/**
 * Where an order went and can go; looked at again while files wait. Who only watches over it may not ask; lists do not tell who
 * does, and say themselves who may.
 */
export function useOrderPushes(order: PushedOrder, mayAsk = !isOnlyWatched(order)) {
  const isHandedOut = order.getMethod === 0 && HANDED_OUT.includes(order.sstatus);
  return useQuery({
    queryKey: keyOf(order),
    queryFn: ({ signal }) => orderPushes.list(order.id, { signal }),
    enabled: isHandedOut && mayAsk,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isRunning(state.data) ? POLL_MS : false,
  });
}

/** Pushes an order; what it was refused for may have changed what is known of it. */
export function usePushOrder(order: PushedOrder, onSent: (targetId: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (targetId: string) => orderPushes.send(order.id, targetId),
    onSuccess: (pushes: OrderPushes, targetId) => {
      client.setQueryData(keyOf(order), pushes);
      onSent(targetId);
    },
    onError: () => client.invalidateQueries({ queryKey: keyOf(order) }),
  });
}
