import type { Monitor, TaskState, WorkerState } from '@scenedock/ui-kit';

/** A task in a slot that is not among those that all work shares. */
export const isInEmergencySlot = ({ inEmergencySlot }: TaskState) => inEmergencySlot;

/** What all queues and workers have together; slots for emergencies stand idle most of the time, and are not counted. */
export function sums({ queues, workers, throughput }: Monitor) {
  const waits = queues.flatMap(({ oldest }) => (oldest === null ? [] : [oldest]));
  const slots = workers.reduce((all, worker) => all + worker.slots, 0);
  const running = queues.reduce((all, queue) => all + queue.running, 0);
  const inEmergencySlots = workers.flatMap(({ tasks }) => tasks).filter(isInEmergencySlot).length;
  return {
    waiting: queues.reduce((all, queue) => all + queue.waiting + queue.released, 0),
    oldest: waits.sort()[0] ?? null,
    running,
    slots,
    free: Math.max(0, slots - (running - inEmergencySlots)),
    done: throughput.reduce((all, minute) => all + minute.done, 0),
    failed: throughput.reduce((all, minute) => all + minute.failed, 0),
  };
}

/** A process that holds tasks and no longer says that it is alive. */
export const isSilent = ({ slots }: WorkerState) => slots === 0;

/** Per cent of a task that are done; null: nobody knows how much there is. */
export function doneOf(task: { bytesDone: number; bytesAll: number }): number | null {
  if (task.bytesAll === 0) return null;
  return Math.min(100, Math.floor((100 * task.bytesDone) / task.bytesAll));
}
