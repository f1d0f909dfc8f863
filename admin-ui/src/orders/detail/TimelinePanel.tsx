import { EmptyState, ErrorState, Loading, OrderTimeline, useMessages } from '@scenedock/ui-kit';
import { Panel } from '../../parts/Panel';
import { useEvents } from './useEvents';

/** What happened to the order. */
export function TimelinePanel({ orderId }: { orderId: string }) {
  const { detail } = useMessages();
  const { data, error, refetch } = useEvents(orderId);
  return (
    <Panel title={detail.timeline}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.items.length === 0 && <EmptyState />}
      {data && <OrderTimeline events={data.items} />}
    </Panel>
  );
}
