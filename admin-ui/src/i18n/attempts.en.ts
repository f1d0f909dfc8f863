import type { zhAttempts } from './attempts.zh';

export const enAttempts: typeof zhAttempts = {
  attempts: {
    title: 'Attempts of an order',
    tab: 'Attempts of an order',
    open: 'Attempts',
    intro:
      'Every attempt at every task of an order: when it waited and for what, which process was at it, and how it ended. Kept for a year.',
    ofOrder: (ordername) => `Order ${ordername}`,
    choose: 'Choose an order first',
    chooseHint:
      'Open it from the page of an order or from a task, or look for it in the lists of orders',
    toOrders: 'See the orders',
    none: 'No attempts',
    noneHint: 'The order has no tasks yet, or they ended more than a year ago',
    noneMatch: 'No task matches',
    byKind: 'By kind of task',
    kind: 'Task',
    tasks: 'Tasks',
    tries: 'Attempts',
    withoutResult: 'Without a result',
    began: 'Began',
    ended: 'Ended',
    notOver: 'Not over',
    waited: 'Waited in all',
    worked: 'Worked in all',
    bytes: 'Data',
    any: 'All tasks',
    troubled: 'Only tasks that failed once',
    chart: 'Over time',
    chartOf: (n, from, to) => `${n} tasks from ${from} to ${to}`,
    table: 'Table',
    lane: (kind, scene) => (scene === null ? kind : `${kind} ${scene}`),
    more: (n) => `The 50 newest of ${n}`,
    number: 'Attempt',
    thing: 'About',
    readyAt: 'Might begin',
    startedAt: 'Began',
    endedAt: 'Ended',
    result: 'Result',
    wait: 'Waited',
    work: 'Worked',
    worker: 'Worker process',
    segments: {
      turn: 'Waits for its turn',
      slot: 'Waits for a slot',
      backOff: 'Pause before the next attempt',
      working: 'At work',
      done: 'Done',
      failed: 'Failed',
      lost: 'Its process died',
      handed_back: 'Given back by a stopping process',
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
