import type { QueuedOrder } from '@scenedock/ui-kit';

/** Whether the caller may decide about it now. */
export const isOpen = ({ own, decision }: QueuedOrder) => !own && decision === null;

/** The order to show: the one in the address while it waits, else the first to decide about. */
export function selectedOrder(
  items: readonly QueuedOrder[],
  id: string | null,
): QueuedOrder | undefined {
  return items.find((one) => one.id === id) ?? items.find(isOpen) ?? items[0];
}

/** The neighbour in the queue; the ends stay where they are. */
export function neighbour(
  items: readonly QueuedOrder[],
  id: string | undefined,
  by: 1 | -1,
): QueuedOrder | undefined {
  const at = items.findIndex((one) => one.id === id);
  return items[Math.min(Math.max(at + by, 0), items.length - 1)];
}

/** What opens after these were decided: the next that is open behind the current one, else the first of all. */
export function nextOpen(
  items: readonly QueuedOrder[],
  current: string | undefined,
  decided: readonly string[],
): QueuedOrder | undefined {
  const at = items.findIndex((one) => one.id === current);
  const ahead = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return ahead.find((one) => isOpen(one) && !decided.includes(one.id));
}

/** One's own decisions that can still be taken back, those made last first. */
export function undoable(items: readonly QueuedOrder[]): QueuedOrder[] {
  const due = ({ decision }: QueuedOrder) => Date.parse(decision?.dueAt ?? '');
  return items.filter(({ decision }) => decision?.mine).sort((a, b) => due(b) - due(a));
}
