import { errorText, type Order, useMessages } from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAsk } from '../parts/confirm';
import { PERSISTENT, useNotice } from '../parts/notice';
import { type DirectAction, planOf } from './plans';

/** Asks, calls, tells, and reads everything shown again. Answers whether it was done, and whether to leave. */
export function useOrderAction() {
  const m = useMessages();
  const ask = useAsk();
  const notice = useNotice();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const act = async (order: Order, action: DirectAction, scope: 'all' | 'failed' = 'all') => {
    const plan = planOf(action, order, m, scope);
    if (plan.objection !== undefined) {
      notice(plan.objection, 'warning');
      return { done: false, leave: false };
    }
    const answer = await ask(plan.ask);
    if (answer === null) {
      if (plan.cancelled !== undefined) notice(plan.cancelled, 'info');
      return { done: false, leave: false };
    }
    setBusy(true);
    try {
      await plan.run(order, answer);
      notice(plan.done);
      return { done: true, leave: plan.leave ?? false };
    } catch (error) {
      notice(errorText(error, plan.failed), 'error', plan.persistent ? PERSISTENT : {});
      return { done: false, leave: false };
    } finally {
      setBusy(false);
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'search' });
    }
  };
  return { act, busy };
}
