import type { Subscription } from '@scenedock/ui-kit';

/** The parameter of the search page that names the subscription whose search is being changed. */
export const CHANGED_SUBSCRIPTION = 'subscription';
/** The parameter that says that a subscription is to be made of the search. */
export const NEW_SUBSCRIPTION = 'subscribe';

/** Where the search of a subscription is changed: the search page with that search. */
export function searchAddress({ id, query }: Pick<Subscription, 'id' | 'query'>): string {
  const params = new URLSearchParams(query);
  params.set(CHANGED_SUBSCRIPTION, id);
  return `/search?${params.toString()}`;
}
