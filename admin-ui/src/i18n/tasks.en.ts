import { plural } from '@scenedock/ui-kit';
import type { zhTasks } from './tasks.zh';

const count = (n: number, word: string) => plural(n, word, `${word}s`);

/** The same in English. */
export const enTasks: typeof zhTasks = {
  tasks: {
    title: 'Tasks',
    intro:
      'All tasks of orders, exports and previews: why they wait, why they failed, and what you can do.',
    list: 'All tasks',
    failures: 'Failures',
    one: 'Task',
    facts: 'About this task',
    actions: 'Task actions',
    any: 'Any',
    filters: {
      state: 'Status',
      kind: 'Task',
      errorClass: 'Type of error',
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
    helds: { paused: 'Paused', unresolved: 'Failed, needs a decision' },
    classes: {
      source_missing: 'Not found',
      source_corrupt: 'Damaged',
      source_refused: 'Source not allowed',
      sign_in_refused: 'Source refuses the sign-in',
      transient_io: 'Temporary problem',
      dependency_away: 'Own storage not available',
      no_space: 'Out of space',
      cancelled: 'Cancelled',
      out_of_scope: 'Outside the data scope',
      bug: 'Program error',
    },
    columns: {
      kind: 'Task',
      state: 'Status',
      order: 'Order',
      scene: 'Scene',
      person: 'Applicant',
      priority: 'Priority',
      since: 'Status since',
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
      id: 'Task ID',
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
    emptyHint: 'Tasks appear here once an order is approved.',
    emptyNarrowed: 'No matching tasks',
    clearFilter: 'Clear filters',
    older: 'Load older tasks',
    matching: (n) => count(n, 'task'),
    massActs: 'For all tasks that match',
    watchOnly:
      'You can only look. To pause, retry or cancel tasks, ask an administrator for the permission “Review and manage orders”.',
    acts: {
      pause: 'Pause',
      resume: 'Resume',
      retry: 'Retry',
      cancel: 'Cancel tasks',
      set_priority: 'Set priority',
    },
    actsAll: (act, n) => `${act}: all ${n.toLocaleString('en-US')}`,
    actNotes: {
      pause: 'Running tasks finish. No other task begins until you resume.',
      resume: 'The tasks go back to the queue in their former order.',
      retry:
        'The tasks are tried again at once, and their failures are counted from zero. Paused tasks stay paused.',
      cancel:
        'This cannot be undone. The scenes count as failed; an administrator can retry them or continue without them.',
      set_priority:
        'Only these tasks move in the queue. The priority of the order does not change.',
    },
    counting: 'Counting the tasks…',
    touches: (n, all) =>
      n === all
        ? `This affects ${count(n, 'task')}.`
        : `This affects ${n.toLocaleString('en-US')} of ${count(all, 'matching task')}.`,
    touchesNone: 'This cannot be done to any of the tasks',
    acted: 'Done',
    failed: 'Could not change the tasks. Try again.',
    priority: 'Priority',
    priorityHint: '0 to 100. Higher runs first',
    remedies: {
      raise_priority: 'Raise priority',
      resume: 'Resume',
      retry: 'Retry',
      enable_account: 'Enable account',
      decide: 'Go to review',
      continue_without_failed: 'Continue without failed scenes',
      complete: 'Go to hand-over',
      probe_source: 'Try the source',
    },
    noFailures: 'Nothing failed in the last 7 days',
    noFailuresHint: 'Failed tasks are grouped here by cause.',
    showTasks: 'Show tasks',
    retryAll: (n) => `Retry all ${n.toLocaleString('en-US')}`,
    failureCounts: (n) =>
      `${n.failed} failed, ${n.retried} being retried, in ${count(n.orders, 'order')}`,
    examples: 'For example:',
  },
};
