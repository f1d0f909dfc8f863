import { api, type Order, useMessages } from '@scenedock/ui-kit';
import { useOrderCall } from './useOrderCall';

/** Keeps the order's delivery open longer. */
export function useExtend(order: Order) {
  const { steer } = useMessages();
  const { run, busy } = useOrderCall();
  const extend = (days: number) =>
    run(() => api.orders.extend(order.id, days), {
      ok: steer.extended,
      failed: steer.extendFailed,
    });
  return { extend, busy };
}
