import type { zhAuditLog } from './auditLog.zh';

export const enAuditLog: typeof zhAuditLog = {
  auditLog: {
    title: 'Audit log',
    intro:
      'Who did what to what, when and from where. Entries are only ever added, and each is chained to the one before with a key.',
    subjects: {
      session: 'Sign-in',
      account: 'User',
      role: 'Role',
      order: 'Order',
      paper: 'Paper',
      delivery: 'Download account',
      setting: 'System configuration',
    },
    outcomes: { done: 'Done', refused: 'Refused' },
    subject: 'Kind',
    anySubject: 'All kinds',
    outcome: 'Outcome',
    anyOutcome: 'All outcomes',
    find: 'User, thing or IP address',
    at: 'Time',
    by: 'By',
    action: 'Action',
    thing: 'Thing',
    changes: 'Changes',
    clientIp: 'IP address',
    link: 'Link',
    linking: 'Pending',
    signIn: 'Signed in',
    signOut: 'Signed out',
    open: 'Opened',
    change: 'Changed',
    unknown: 'Unknown',
    commandLine: 'Command line',
    head: 'End of the chain',
    headHint:
      'Keep a copy of it outside this system: scenedock admin verify-audit --head then finds entries that were cut off.',
    older: 'Load older entries',
    empty: 'No entries match',
    code: (code) => `Code ${code}`,
  },
};
