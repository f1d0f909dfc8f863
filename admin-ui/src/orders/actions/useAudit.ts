import { api, type Order, useMessages } from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { type CallTexts, useOrderCall } from './useOrderCall';

/** Approving and rejecting one order as it was read; `okText` is what success says. */
export function useAudit(order: Order, okText: string) {
  const { detail } = useMessages();
  const notify = useNotify();
  const { run, busy, refusal } = useOrderCall();
  const texts: CallTexts = { ok: okText, failed: detail.auditFailed, persistent: true };
  return {
    busy,
    refusal,
    approve: (catalogueOnly: 'ask' | 'leave_out') =>
      run(() => api.orders.approve(order, catalogueOnly), texts),
    reject: (cause: string) => run(() => api.orders.reject(order, cause), texts),
    sayCancelled: () => notify(detail.auditCancelled, { type: 'info' }),
  };
}
