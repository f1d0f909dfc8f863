import { api, type Order, useMessages } from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { approve, approveQuestion } from '../orderActions/plans';
import { useAsk } from '../parts/confirm';
import { failureText } from '../parts/failureText';
import { PERSISTENT, useNotice } from '../parts/notice';
import type { Question } from '../parts/question';

type RowAction = {
  ask: Question;
  run: (answer: string) => Promise<unknown>;
  done: string;
  failed: string;
  /** The failure stays until it is closed (orders specification, section 8). */
  persistent?: boolean;
  /** Said when the question was answered with no. */
  cancelled?: string;
};

/** The order with the number of its scenes that have no file; lists do not say it, so it is asked. */
const withCatalogued = (order: Order): Promise<Order> =>
  order.catalogueOnly === null
    ? api.orders.get(order.id).catch(() => order)
    : Promise.resolve(order);

/** What is done from a row: a question, a call, a message; everything shown is read again. One at a time. */
export function useRowActions(order: Order) {
  const m = useMessages();
  const ask = useAsk();
  const notice = useNotice();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const perform = async (deed: RowAction) => {
    const answer = await ask(deed.ask);
    if (answer === null) {
      if (deed.cancelled !== undefined) notice(deed.cancelled, 'info');
      return;
    }
    setBusy(true);
    try {
      await deed.run(answer);
      notice(deed.done);
    } catch (error) {
      notice(failureText(deed.failed, error), 'error', deed.persistent ? PERSISTENT : {});
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: ['orders'] });
      void client.invalidateQueries({ queryKey: ['order', order.id] });
    }
  };
  const audit = {
    done: m.orders.audited,
    failed: m.detail.auditFailed,
    persistent: true,
    cancelled: m.detail.auditCancelled,
  };
  return {
    busy,
    approve: async () => {
      const whole = await withCatalogued(order);
      await perform({
        ...audit,
        ask: approveQuestion(whole, m),
        run: (answer) => approve(order, answer),
      });
    },
    reject: () =>
      perform({
        ...audit,
        ask: {
          text: '',
          title: m.detail.causeTitle,
          danger: true,
          input: { label: m.detail.causeLabel, needed: m.detail.causeNeeded },
        },
        run: (cause) => api.orders.reject(order, cause),
      }),
    requestExtension: () =>
      perform({
        ask: {
          text: '',
          title: m.orders.extensionTitle(order.ordername),
          input: { label: m.detail.extensionReason, needed: m.detail.extensionNeeded },
        },
        run: (reason) => api.orders.requestExtension(order.id, reason),
        done: m.detail.extensionAsked,
        failed: m.detail.extensionFailed,
      }),
  };
}
