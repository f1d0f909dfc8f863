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
export type Held = NonNullable<QueuedOrder['decision']>;

type HeldState = { held: ReadonlyMap<string, Held>; serverTime: (now: number) => number };

const Context = createContext<HeldState>({ held: new Map(), serverTime: (now) => now });

/** Decisions that are held about these orders; one that took effect or was taken back has them read anew. */
export function HeldDecisions({
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
  const state = useMemo<HeldState>(() => {
    const shown = new Set(orders.filter(({ sstatus }) => sstatus === 0).map(({ id }) => id));
    const held = new Map(
      (data?.items ?? []).flatMap(({ id, decision }) =>
        decision !== null && shown.has(id) ? [[id, decision] as const] : [],
      ),
    );
    return { held, serverTime: (now) => serverTime({ data, dataUpdatedAt }, now) };
  }, [orders, data, dataUpdatedAt]);
  useReadAnew(state.held);
  return <Context.Provider value={state}>{children}</Context.Provider>;
}

function useReadAnew(held: ReadonlyMap<string, Held>) {
  const queries = useQueryClient();
  const before = useRef(held);
  useEffect(() => {
    const settled = [...before.current.keys()].some((id) => !held.has(id));
    before.current = held;
    if (settled) void queries.invalidateQueries({ queryKey: ['orders'] });
  }, [held, queries]);
}

/** The decision that is held about an order. */
export function useHeld(id: string): Held | null {
  return useContext(Context).held.get(id) ?? null;
}

/** What is held, in words, and how long it can still be taken back. */
export function useHeldWords({ decision, mine, byName, dueAt }: Held) {
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
