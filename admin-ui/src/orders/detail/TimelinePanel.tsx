import { EmptyState, OrderTimeline, QueryResult, useMessages } from '@scenedock/ui-kit';
import { Panel } from '../../parts/Panel';
import { useEvents } from './useEvents';

/** What happened to the order. */
export function TimelinePanel({ orderId }: { orderId: string }) {
  const { detail } = useMessages();
  return (
    <Panel title={detail.timeline}>
      <QueryResult query={useEvents(orderId)}>
        {({ items }) => (items.length === 0 ? <EmptyState /> : <OrderTimeline events={items} />)}
      </QueryResult>
    </Panel>
  );
}
