import type { Order } from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { commandOf, type DeskCommand } from './deskKeys';
import { isOpen } from './queueOrder';
import { useDecisions } from './useDecisions';
import { type Desk, type OrderAtDesk, orderQuery } from './useDesk';
import { useTicks } from './useTicks';

/** What lies over the desk. */
export type DeskDialog =
  | { kind: 'keys' }
  | { kind: 'reject'; orders: readonly OrderAtDesk[]; cause: string; tried?: boolean }
  | { kind: 'approve'; atDesk: OrderAtDesk; order: Order };

/** Everything that can be done at the desk, by mouse or by key. */
export function useDeskActions(desk: Desk) {
  const queries = useQueryClient();
  const ticks = useTicks(desk.items);
  const decisions = useDecisions(desk);
  const [paper, setPaper] = useState(0);
  const [dialog, setDialog] = useState<DeskDialog | null>(null);
  /** A cause that was not taken, for when the same orders are asked about again. */
  const [refused, setRefused] = useState<{ ids: readonly string[]; cause: string } | null>(null);
  const { selected } = desk;
  const own = selected && isOpen(selected) ? [selected] : [];
  const targets: readonly OrderAtDesk[] = ticks.ticked.length > 0 ? ticks.ticked : own;

  const settle = async (
    sending: Promise<string[]>,
    next: (decided: string[]) => DeskDialog | null,
  ) => {
    const decided = await sending;
    setDialog(next(decided));
    if (decided.length > 0) {
      ticks.clear();
      setPaper(0);
    }
  };
  const approve = async () => {
    const [only] = targets;
    if (only !== undefined && targets.length === 1) {
      const order = await queries.ensureQueryData(orderQuery(only)).catch(() => undefined);
      // What becomes of scenes without a file has to be chosen.
      if (order && (order.catalogueOnly ?? 0) > 0) {
        setDialog({ kind: 'approve', atDesk: only, order });
        return;
      }
    }
    await settle(decisions.approve(targets), () => null);
  };
  /** Those that were refused stay in question, with the cause that was written. */
  const rejectFor = (all: readonly OrderAtDesk[], cause: string) =>
    settle(decisions.reject(all, cause), (decided) => {
      const orders = all.filter(({ id }) => !decided.includes(id));
      setRefused(orders.length === 0 ? null : { ids: orders.map(({ id }) => id), cause });
      return orders.length === 0 ? null : { kind: 'reject', orders, cause, tried: true };
    });
  const reject = () => {
    const isAskedAgain = targets.every(({ id }) => refused?.ids.includes(id));
    setDialog({
      kind: 'reject',
      orders: targets,
      cause: isAskedAgain ? (refused?.cause ?? '') : '',
    });
  };
  const run = (command: DeskCommand) => {
    if (command.act === 'move') desk.move(command.by);
    else if (command.act === 'paper') setPaper(command.at);
    else if (command.act === 'tick' && own[0] !== undefined) ticks.toggle(own[0]);
    else if (command.act === 'help') setDialog({ kind: 'keys' });
    else if (command.act === 'undo' && decisions.undoing.length > 0) void decisions.undo();
    else if (targets.length > 0 && !decisions.busy) {
      if (command.act === 'approve') void approve();
      if (command.act === 'reject') reject();
    }
  };
  useKeys(run);
  return {
    decisions,
    ticks,
    targets,
    paper,
    turn: setPaper,
    approve,
    reject,
    showKeys: () => setDialog({ kind: 'keys' }),
    dialog,
    close: () => setDialog(null),
    /** What a dialog decides. */
    confirm: {
      approve: (atDesk: OrderAtDesk, catalogueOnly: 'ask' | 'leave_out') =>
        settle(decisions.approve([atDesk], catalogueOnly), () => null),
      reject: rejectFor,
    },
    nameOf: (id: string) => desk.items.find((one) => one.id === id)?.ordername ?? '',
  };
}

export type DeskActions = ReturnType<typeof useDeskActions>;

/** Listens for the keys while the desk is mounted, and runs their commands against its latest render. */
function useKeys(run: (command: DeskCommand) => void) {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const command = commandOf(event);
      if (command === null) return;
      event.preventDefault();
      latest.current(command);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}
