import { api, type Order, type QueuedOrder, useNow } from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { useCall } from '../../parts/useCall';
import { useMay } from '../../providers/useMe';
import { remaining } from '../desk/QueueRow';
import { DESK_KEY, serverTime, useQueue } from '../desk/useQueue';

/** How often decisions are looked for, in milliseconds: one is held for eight seconds. */
const LOOK_MS = 5000;

/** A decision that the audit desk holds: it can be taken back until it is due. */
export type PendingDecision = NonNullable<QueuedOrder['decision']>;

type PendingState = {
  pending: ReadonlyMap<string, PendingDecision>;
  serverTime: (now: number) => number;
};

const Context = createContext<PendingState>({ pending: new Map(), serverTime: (now) => now });

/** Decisions that are held about these orders; one that took effect or was taken back has them read anew. */
export function PendingDecisions({
  orders,
  children,
}: {
  orders: readonly Order[];
  children: ReactNode;
}) {
  const mayAudit = useMay('/order/audit');
  const waiting = orders.some(({ sstatus }) => sstatus === 0);
  const query = useQueue({ enabled: mayAudit && waiting, lookMs: LOOK_MS });
  const { data, dataUpdatedAt } = query;
  const state = useMemo<PendingState>(() => {
    const waitingIds = new Set(orders.filter(({ sstatus }) => sstatus === 0).map(({ id }) => id));
    const pending = new Map(
      (data?.items ?? []).flatMap(({ id, decision }) =>
        decision !== null && waitingIds.has(id) ? [[id, decision] as const] : [],
      ),
    );
    return { pending, serverTime: (now) => serverTime({ data, dataUpdatedAt }, now) };
  }, [orders, data, dataUpdatedAt]);
  useReadAnew(state.pending);
  return <Context.Provider value={state}>{children}</Context.Provider>;
}

function useReadAnew(pending: ReadonlyMap<string, PendingDecision>) {
  const queries = useQueryClient();
  const before = useRef(pending);
  useEffect(() => {
    const settled = [...before.current.keys()].some((id) => !pending.has(id));
    before.current = pending;
    if (settled) void queries.invalidateQueries({ queryKey: ['orders'] });
  }, [pending, queries]);
}

/** The decision that is held about an order. */
export function usePendingDecision(id: string): PendingDecision | null {
  return useContext(Context).pending.get(id) ?? null;
}

/** What is pending, in words, and how long it can still be taken back. */
export function usePendingWords({ decision, mine, byName, dueAt }: PendingDecision) {
  const { desk: m } = useAdminMessages();
  const context = useContext(Context);
  const now = useNow(1000);
  const what = m.pending[decision];
  return {
    what: mine ? what : m.pendingBy(byName, what),
    left: remaining(dueAt, context.serverTime(now), m),
  };
}

/** Takes one's own decision back. */
export function useTakeBack(id: string) {
  const { desk: m } = useAdminMessages();
  const { run, busy } = useCall(DESK_KEY);
  const takeBack = () =>
    run(() => api.orders.undoDecision(id), {
      ok: m.undone,
      failed: m.undoFailed,
      failedAs: 'warning',
    });
  return { takeBack, busy };
}
