import { useCall } from '../../parts/useCall';

export type { CallTexts, Outcome } from '../../parts/useCall';

/** Runs one change of an order; everything that was read of orders is asked for afresh. */
export function useOrderCall() {
  return useCall(['orders']);
}
