/** One's own pages beside the cart and the orders. */
export const OWN_PATHS = [
  '/inbox',
  '/account',
  '/exports',
  '/subscriptions',
  '/subscriptions/:id',
  '/results',
  '/queue',
  '/survey',
] as const;

export type OwnPath = (typeof OWN_PATHS)[number];
