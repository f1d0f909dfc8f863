/** What the audit log says was done to a subscription. */
export type AuditAction =
  | 'create'
  | 'change'
  | 'adjust'
  | 'approve'
  | 'refuse'
  | 'pause'
  | 'resume'
  | 'suspend'
  | 'lift'
  | 'end'
  | 'backfill'
  | 'cancel_backfill';
