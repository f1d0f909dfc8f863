import { ReceiveTasks } from './ReceiveTasks';

/** Tasks that receive from folders, APIs, buckets and servers (portal specification section 2, dataTask). */
export function ReceivingPage() {
  return <ReceiveTasks synchronises={false} />;
}
