import { api, type Decision, errorText, type NewDecision } from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useLogoutIfAccessDenied, useNotify } from 'ra-core';
import { useRef, useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { toHttpError } from '../../providers/errors';
import { nextOpen, undoable } from './queueOrder';
import { type Desk, orderQuery } from './useDesk';
import { DESK_KEY } from './useQueue';

/** An order that was not decided about, and why. */
export interface Undecided {
  id: string;
  name: string;
  why: string;
}

/** What is decided about several orders at once, and what is left of it. */
function useSending(desk: Desk) {
  const { desk: m } = useAdminMessages();
  const queries = useQueryClient();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  const [undecided, setUndecided] = useState<Undecided[]>([]);
  /** What was decided together is taken back together. */
  const [together, setTogether] = useState<string[]>([]);

  /** One call an order: each has an outcome of its own. */
  const sendOne = async (id: string, body: NewDecision, alone: boolean): Promise<string | null> => {
    try {
      if (!alone && body.decision === 'approve') {
        const order = await queries.ensureQueryData(orderQuery(id));
        if ((order.catalogueOnly ?? 0) > 0) return m.decideAlone;
      }
      await api.orders.decide(id, body);
      return null;
    } catch (error) {
      await logoutIfAccessDenied(toHttpError(error)).catch(() => undefined);
      return errorText(error, m.failed);
    }
  };

  const send = async (ids: readonly string[], body: NewDecision): Promise<string[]> => {
    // A second press comes before the screen knows of the first.
    if (isBusy.current) return [];
    isBusy.current = true;
    setBusy(true);
    const decided: string[] = [];
    const left: Undecided[] = [];
    for (const id of ids) {
      const name = desk.items.find((one) => one.id === id)?.ordername ?? id;
      const why = await sendOne(id, body, ids.length === 1);
      if (why === null) decided.push(id);
      else left.push({ id, name, why });
    }
    setUndecided(left);
    if (decided.length > 0) setTogether(decided);
    const next = nextOpen(desk.items, desk.selected?.id, decided);
    if (decided.length > 0 && next) desk.select(next.id);
    await queries.invalidateQueries({ queryKey: DESK_KEY });
    void queries.invalidateQueries({ queryKey: ['dashboard'] });
    isBusy.current = false;
    setBusy(false);
    return decided;
  };
  return { busy, send, undecided, forget: () => setUndecided([]), together };
}

/** Deciding at the desk, and taking it back. */
export function useDecisions(desk: Desk) {
  const { desk: m } = useAdminMessages();
  const queries = useQueryClient();
  const notify = useNotify();
  const { busy, send, undecided, forget, together } = useSending(desk);
  const mine = undoable(desk.items);
  const batch = mine.filter(({ id }) => together.includes(id));
  /** What the next undo takes back: what was decided last, with what was decided together with it. */
  const undoing = batch.length > 0 ? batch : mine.slice(0, 1);

  const undo = async () => {
    const outcomes = await Promise.allSettled(undoing.map(({ id }) => api.orders.undoDecision(id)));
    const failed = outcomes.find((one) => one.status === 'rejected');
    if (failed) {
      notify(`${m.undoFailed} ${errorText(failed.reason, '')}`.trim(), { type: 'warning' });
    } else if (undoing[0]) {
      notify(m.undone, { type: 'info' });
      desk.select(undoing[0].id);
    }
    await queries.invalidateQueries({ queryKey: DESK_KEY });
  };

  return {
    busy,
    undoing,
    undo,
    undecided,
    forget,
    approve: (ids: readonly string[], catalogueOnly: 'ask' | 'leave_out' = 'ask') =>
      send(ids, { decision: 'approve' satisfies Decision, catalogueOnly }),
    reject: (ids: readonly string[], cause: string) =>
      send(ids, { decision: 'reject' satisfies Decision, cause }),
  };
}
