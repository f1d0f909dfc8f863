/** Under which what was read of subscriptions is kept. */
export const SUBSCRIPTIONS = ['subscriptions'] as const;
