import { buildSubscription } from '@scenedock/ui-kit/testing';

/** A subscription that waits for its first decision. */
export const WAITING = buildSubscription();
