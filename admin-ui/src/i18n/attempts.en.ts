import { plural } from '@scenedock/ui-kit';
import type { zhAttempts } from './attempts.zh';

export const enAttempts: typeof zhAttempts = {
  attempts: {
    title: 'Attempts of an order',
    tab: 'Attempts of an order',
    open: 'Attempts',
    intro:
      'Every attempt at every task of an order: how long it waited and for what, which process worked on it, and how it ended. Stored for a year.',
    ofOrder: (ordername) => `Order ${ordername}`,
    choose: 'Choose an order first',
    chooseHint:
      'Open the page of an order or a task and select “Attempts”, or find the order in the order lists.',
    toOrders: 'See the orders',
    none: 'No attempts',
    noneHint: 'The order has no tasks yet, or they ended more than a year ago.',
    noneMatch: 'No matching tasks',
    byKind: 'By task type',
    kind: 'Task',
    tasks: 'Tasks',
    tries: 'Attempts',
    withoutResult: 'Without a result',
    began: 'Started',
    ended: 'Ended',
    notOver: 'Not ended',
    waited: 'Total wait',
    worked: 'Total work',
    bytes: 'Data',
    any: 'All tasks',
    troubled: 'Only tasks that failed at least once',
    chart: 'Over time',
    chartOf: (n, from, to) => `${plural(n, 'task', 'tasks')} from ${from} to ${to}`,
    table: 'Table',
    lane: (kind, scene) => (scene === null ? kind : `${kind} ${scene}`),
    more: (n) => `The 50 newest of ${n}`,
    number: 'Attempt',
    thing: 'Subject',
    readyAt: 'Ready',
    startedAt: 'Started',
    endedAt: 'Ended',
    result: 'Result',
    wait: 'Waited',
    work: 'Worked',
    worker: 'Worker process',
    segments: {
      turn: 'Waiting for its turn',
      slot: 'Waiting for a slot',
      backOff: 'Pause before the next attempt',
      working: 'Working',
      done: 'Done',
      failed: 'Failed',
      lost: 'Process crashed',
      handed_back: 'Handed back by a stopping process',
      cancelled: 'Cancelled',
    },
    toCome: 'Waiting',
    duration: (seconds) => {
      if (seconds < 120) return `${Math.round(seconds)} s`;
      if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
      if (seconds < 172_800) return `${Math.round(seconds / 360) / 10} h`;
      return `${Math.round(seconds / 8640) / 10} d`;
    },
  },
};
