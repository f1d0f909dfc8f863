import { api, type Order, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { useOrderCall } from './useOrderCall';

/** Keeps the order's delivery open longer. */
export function useExtend(order: Order) {
  const { dialog } = useAdminMessages();
  const { steer } = useMessages();
  const { run, busy } = useOrderCall();
  const extend = (days: number) =>
    run(() => api.orders.extend(order.id, days), {
      ok: dialog.extended(days),
      failed: steer.extendFailed,
    });
  return { extend, busy };
}
