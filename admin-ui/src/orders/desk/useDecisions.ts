import { api, type Decision, errorText, type NewDecision } from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useLogoutIfAccessDenied, useNotify } from 'ra-core';
import { useRef, useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { statusOf, toHttpError } from '../../providers/errors';
import { fewAtOnce } from './fewAtOnce';
import { nextOpen, undoable } from './queueOrder';
import { type Desk, type OrderAtDesk, orderQuery } from './useDesk';
import { DESK_KEY } from './useQueue';

type DeskDecision = Omit<NewDecision, 'submittedAt'>;

/** An order that was not decided about, and why. */
export interface Undecided {
  id: string;
  name: string;
  why: string;
  /** Whether it is no longer what was read. */
  isOutdated: boolean;
}

type Refused = Omit<Undecided, 'id' | 'name'>;

const OUT_OF_DATE = [404, 409];

/** Calls about one order; each answers why it was not decided about, in the server's words, and null where it was. */
function useOneOrder() {
  const { desk: m } = useAdminMessages();
  const queries = useQueryClient();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const attempt = async (call: () => Promise<string | null>): Promise<Refused | null> => {
    try {
      const why = await call();
      return why === null ? null : { why, isOutdated: false };
    } catch (error) {
      await logoutIfAccessDenied(toHttpError(error)).catch(() => undefined);
      const isOutdated = OUT_OF_DATE.includes(statusOf(error) ?? 0);
      return { why: errorText(error, m.failed), isOutdated };
    }
  };
  return {
    /** Whether it may be approved with others: what becomes of scenes without a file is a choice of its own. */
    look: (one: OrderAtDesk) =>
      attempt(async () => {
        const order = await queries.ensureQueryData(orderQuery(one));
        return (order.catalogueOnly ?? 0) > 0 ? m.decideAlone : null;
      }),
    decide: ({ id, since }: OrderAtDesk, decision: DeskDecision) =>
      attempt(async () => {
        await api.orders.decide(id, { ...decision, submittedAt: since });
        return null;
      }),
  };
}

type Batch = { isStopped: boolean; decided: Promise<string[]> };

/** What is decided about several orders at once, and what is left of it. */
function useSending(desk: Desk) {
  const queries = useQueryClient();
  const { look, decide } = useOneOrder();
  const [busy, setBusy] = useState(false);
  /** A second press comes before the screen knows of the first. */
  const batch = useRef<Batch | null>(null);
  const [undecided, setUndecided] = useState<Undecided[]>([]);
  /** What was decided together is taken back together. */
  const [together, setTogether] = useState<string[]>([]);

  /**
   * One call an order, for each has an outcome of its own. All are looked at before the first is decided about: from then
   * on the time in which it can be taken back runs, and the screen has to say so.
   */
  const sendAll = async (
    orders: readonly OrderAtDesk[],
    decision: DeskDecision,
    isStopped: () => boolean,
  ) => {
    const refused = new Map<string, Refused | null>();
    if (orders.length > 1 && decision.decision === 'approve') {
      await fewAtOnce(orders, async (one) => void refused.set(one.id, await look(one)));
    }
    const decided: string[] = [];
    const sent = orders.filter(({ id }) => !refused.get(id));
    await fewAtOnce(sent, async (one) => {
      if (isStopped()) return;
      const refusal = await decide(one, decision);
      refused.set(one.id, refusal);
      if (refusal !== null) return;
      decided.push(one.id);
      setTogether([...decided]);
      if (decided.length === 1) void queries.invalidateQueries({ queryKey: DESK_KEY });
    });
    const nameOf = (id: string) => desk.items.find((one) => one.id === id)?.ordername ?? id;
    setUndecided(
      orders.flatMap(({ id }) => {
        const refusal = refused.get(id);
        return refusal ? [{ id, name: nameOf(id), ...refusal }] : [];
      }),
    );
    return decided;
  };

  const send = async (
    orders: readonly OrderAtDesk[],
    decision: DeskDecision,
  ): Promise<string[]> => {
    if (batch.current !== null) return [];
    setBusy(true);
    const isStopped = () => batch.current?.isStopped === true;
    const sending = sendAll(orders, decision, isStopped);
    batch.current = { isStopped: false, decided: sending };
    const decided = await sending;
    const next = nextOpen(desk.items, desk.selected?.id, decided);
    if (decided.length > 0 && next && !isStopped()) desk.select(next.id);
    await queries.invalidateQueries({ queryKey: DESK_KEY });
    void queries.invalidateQueries({ queryKey: ['dashboard'] });
    batch.current = null;
    setBusy(false);
    return decided;
  };
  /** Sends no more of what is being sent; what of it was decided. */
  const stop = async (): Promise<string[]> => {
    if (batch.current === null) return [];
    batch.current.isStopped = true;
    return batch.current.decided;
  };
  return { busy, send, stop, undecided, forget: () => setUndecided([]), together };
}

/** Deciding at the desk, and taking it back. */
export function useDecisions(desk: Desk) {
  const { desk: m } = useAdminMessages();
  const queries = useQueryClient();
  const notify = useNotify();
  const { busy, send, stop, undecided, forget, together } = useSending(desk);
  const mine = undoable(desk.items);
  const batch = mine.filter(({ id }) => together.includes(id));
  /** What the next undo takes back: what was decided last, with what was decided together with it. */
  const undoing = batch.length > 0 ? batch : mine.slice(0, 1);

  const undo = async () => {
    const stopped = await stop();
    const ids = stopped.length > 0 ? stopped : undoing.map(({ id }) => id);
    const outcomes = await Promise.allSettled(ids.map((id) => api.orders.undoDecision(id)));
    const failed = outcomes.find((one) => one.status === 'rejected');
    if (failed) {
      notify(`${m.undoFailed} ${errorText(failed.reason, '')}`.trim(), { type: 'warning' });
    } else if (ids[0] !== undefined) {
      notify(m.undone, { type: 'info' });
      desk.select(ids[0]);
    }
    await queries.invalidateQueries({ queryKey: DESK_KEY });
  };

  return {
    busy,
    undoing,
    undo,
    undecided,
    forget,
    approve: (orders: readonly OrderAtDesk[], catalogueOnly: 'ask' | 'leave_out' = 'ask') =>
      send(orders, { decision: 'approve' satisfies Decision, catalogueOnly }),
    reject: (orders: readonly OrderAtDesk[], cause: string) =>
      send(orders, { decision: 'reject' satisfies Decision, cause }),
  };
}
