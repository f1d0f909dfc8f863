/** What the audit log says was done to a receive task. */
export type ReceiveAction =
  | 'create'
  | 'change'
  | 'pause'
  | 'resume'
  | 'run_now'
  | 'start_over'
  | 'remove';
