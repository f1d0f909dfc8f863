import type { Subscription } from '@scenedock/ui-kit';

/** Whether its owner may change a subscription: what has ended, or was stopped by administrators, stays as it is. */
export const isChangeable = ({ state }: Pick<Subscription, 'state'>) =>
  state !== 'ended' && state !== 'suspended';
