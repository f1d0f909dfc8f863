import { api, errorText, type Order, useMessages } from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { keyKeeper } from '../application/idempotency';
import { orderEditPath } from '../orderRoutes';
import { useAsk } from '../parts/confirm';
import { useNotice } from '../parts/notice';

export type CloneScope = 'all' | 'failed';

/** Makes a new draft like the order, or of what failed of it, and opens it. */
export function useCloneCall(order: Order) {
  const m = useMessages();
  const notice = useNotice();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [keyOf] = useState(() => keyKeeper());
  return useMutation({
    mutationFn: (scope: CloneScope) =>
      api.orders.clone(order.id, scope, keyOf(`${order.id} ${scope}`)),
    onSuccess: (draft) => {
      notice(m.detail.cloned(draft.ordername));
      void client.invalidateQueries({ queryKey: ['orders'] });
      navigate(orderEditPath(draft.id));
    },
    onError: (error) => notice(errorText(error, m.detail.cloneFailed), 'error'),
  });
}

/** The same after a question. */
export function useClone(order: Order) {
  const m = useMessages();
  const ask = useAsk();
  const { mutate, isPending } = useCloneCall(order);
  const clone = async (scope: CloneScope) => {
    const text = scope === 'all' ? m.detail.cloneConfirm : m.detail.cloneFailedConfirm;
    if ((await ask({ text })) !== null) mutate(scope);
  };
  return { clone, busy: isPending };
}
