import { ReceiveTasks } from './ReceiveTasks';

/** Tasks that copy from another installation (portal specification section 2, dataSyncTask). */
export function SyncPage() {
  return <ReceiveTasks synchronises />;
}
