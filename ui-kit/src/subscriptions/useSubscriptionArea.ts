import { useQuery } from '@tanstack/react-query';
import { subscriptions } from '../api/subscriptions';
import type { Subscription } from '../api/types';

/** The area that a subscription searches. It is asked for where there is one, and again when the subscription was changed. */
export function useSubscriptionArea({ id, version, criteria }: Subscription) {
  return useQuery({
    queryKey: ['subscriptionArea', id, version],
    queryFn: ({ signal }) => subscriptions.area(id, { signal }),
    enabled: criteria.hasArea,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
