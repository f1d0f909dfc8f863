import { plural } from '@scenedock/ui-kit';
import type { zhTasks } from './tasks.zh';

const count = (n: number, word: string) => plural(n, word, `${word}s`);

/** The same in English. */
export const enTasks: typeof zhTasks = {
  tasks: {
    title: 'Tasks',
    intro:
      'Every task of preparing orders, exports and previews: why it waits, what it failed of, and what can be done.',
    list: 'All tasks',
    failures: 'Failures',
    one: 'Task',
    facts: 'About this task',
    actions: 'Task actions',
    any: 'Any',
    filters: {
      state: 'State',
      kind: 'Task',
      errorClass: 'Kind of error',
      held: 'Attention',
      ordername: 'Order number',
      person: 'Applicant',
      worker: 'Worker',
      source: 'Source host',
      errorCode: 'Error code',
    },
    states: {
      waiting: 'Waiting',
      released: 'Released',
      running: 'Running',
      done: 'Done',
      failed: 'Failed',
      cancelled: 'Cancelled',
    },
    pausedState: (state) => `Paused · ${state}`,
    helds: { paused: 'Paused', unresolved: 'Failed, undecided' },
    classes: {
      source_missing: 'Not found',
      source_corrupt: 'Damaged',
      source_refused: 'Source not allowed',
      sign_in_refused: 'Source refuses the sign-in',
      transient_io: 'Temporary trouble',
      dependency_away: 'Own storage away',
      no_space: 'Out of space',
      cancelled: 'Cancelled',
      out_of_scope: 'Not to be seen any more',
      bug: 'Program error',
    },
    columns: {
      kind: 'Task',
      state: 'State',
      order: 'Order',
      scene: 'Scene',
      person: 'Applicant',
      priority: 'Priority',
      since: 'State since',
      error: 'Last error',
    },
    fact: {
      source: 'Source',
      attempts: 'Attempts',
      worker: 'Worker',
      bytes: 'Progress',
      created: 'Created',
      started: 'First started',
      paused: 'Paused',
      id: 'Task id',
    },
    attempts: (n) =>
      [
        String(n.attempt),
        n.failures > 0 ? `${n.failures} failed` : '',
        n.handedBack > 0 ? `${n.handedBack} handed back` : '',
        n.died > 0 ? `${n.died} interrupted` : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    lastError: (kind) => `Last error: ${kind}`,
    empty: 'No tasks',
    emptyHint: 'Tasks appear here once an order is approved',
    emptyNarrowed: 'No task matches',
    clearFilter: 'Clear filters',
    older: 'Load older tasks',
    matching: (n) => count(n, 'task'),
    massActs: 'For all tasks that match',
    watchOnly: 'You may watch. Pausing, retrying and the like need the permission to audit orders',
    acts: {
      pause: 'Pause',
      resume: 'Resume',
      retry: 'Retry',
      cancel: 'Cancel tasks',
      set_priority: 'Set priority',
    },
    actsAll: (act, n) => `${act}: all ${n.toLocaleString('en-US')}`,
    actNotes: {
      pause: 'What is running is finished. Nothing else begins until it is resumed.',
      resume: 'The tasks go back to the queue and wait in their former order.',
      retry:
        'They are tried again at once, and failures are counted anew. Paused tasks stay paused.',
      cancel:
        'This cannot be undone. The scenes count as failed, and an administrator retries them or goes on without them.',
      set_priority: 'Only these tasks move in the queue. The priority of the order stays.',
    },
    counting: 'Counting the tasks…',
    touches: (n, all) =>
      n === all
        ? `This touches ${count(n, 'task')}.`
        : `This touches ${n.toLocaleString('en-US')} of ${count(all, 'matching task')}.`,
    touchesNone: 'There is no task that this can be done to',
    acted: 'Done',
    failed: 'That failed.',
    priority: 'Priority',
    priorityHint: '0 to 100. Higher runs first',
    remedies: {
      raise_priority: 'Raise priority',
      resume: 'Resume',
      retry: 'Retry',
      enable_account: 'Enable account',
      decide: 'Go and audit',
      continue_without_failed: 'Go on without failed scenes',
      complete: 'Go and hand over',
      probe_source: 'Try the source',
    },
    noFailures: 'Nothing failed in the last 7 days',
    noFailuresHint: 'Failed tasks are grouped here by their cause',
    showTasks: 'Show tasks',
    retryAll: (n) => `Retry all ${n.toLocaleString('en-US')}`,
    failureCounts: (n) =>
      `${n.failed} failed, ${n.retried} being retried, in ${count(n.orders, 'order')}`,
    examples: 'For example:',
  },
};
