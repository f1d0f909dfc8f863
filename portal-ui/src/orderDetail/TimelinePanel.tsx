import { api, EmptyState, OrderTimeline, QueryResult, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../parts/Panel';

/** What happened to an order. */
export function TimelinePanel({ orderId }: { orderId: string }) {
  const m = useMessages();
  const query = useQuery({
    queryKey: ['events', orderId],
    queryFn: ({ signal }) => api.orders.events(orderId, { signal }),
  });
  return (
    <Panel title={m.detail.timeline}>
      <QueryResult query={query}>
        {({ items }) => (items.length === 0 ? <EmptyState /> : <OrderTimeline events={items} />)}
      </QueryResult>
    </Panel>
  );
}
