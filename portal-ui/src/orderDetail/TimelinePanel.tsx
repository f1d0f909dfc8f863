import {
  api,
  EmptyState,
  ErrorState,
  Loading,
  OrderTimeline,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../parts/Panel';

/** What happened to an order. */
export function TimelinePanel({ orderId }: { orderId: string }) {
  const m = useMessages();
  const { data, error, refetch } = useQuery({
    queryKey: ['events', orderId],
    queryFn: ({ signal }) => api.orders.events(orderId, { signal }),
  });
  return (
    <Panel title={m.detail.timeline}>
      {error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Loading /> : null}
      {data?.items.length === 0 ? <EmptyState /> : null}
      {data === undefined ? null : <OrderTimeline events={data.items} />}
    </Panel>
  );
}
