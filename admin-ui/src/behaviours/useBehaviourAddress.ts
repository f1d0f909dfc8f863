import type { BehaviourType } from '@scenedock/ui-kit';
import { useSearchParams } from 'react-router-dom';
import { BEHAVIOUR_STATISTICS } from '../layout/menuPages';
import { type Period, yearSoFar } from '../parts/figures/period';

export const BEHAVIOUR_TYPES = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const satisfies BehaviourType[];
export const BEHAVIOUR_TABS = ['figures', 'log'] as const;
type BehaviourTab = (typeof BEHAVIOUR_TABS)[number];

/** The record of a day, as long as it is there. */
export function logOf(day: string, type: BehaviourType): string {
  const query = { tab: 'log', from: day, to: day, type: String(type) };
  return `${BEHAVIOUR_STATISTICS}?${new URLSearchParams(query)}`;
}

/** What the page shows, kept in its address. */
export function useBehaviourAddress() {
  const [params, setParams] = useSearchParams();
  const year = yearSoFar(new Date());
  const period: Period = { from: params.get('from') ?? year.from, to: params.get('to') ?? year.to };
  const type = BEHAVIOUR_TYPES.find((one) => String(one) === params.get('type')) ?? null;
  const set = (changes: Record<string, string>) =>
    setParams(
      (now) => {
        const next = { ...Object.fromEntries(now), ...changes };
        return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''));
      },
      { replace: true },
    );
  return {
    period,
    tab: BEHAVIOUR_TABS.find((tab) => tab === params.get('tab')) ?? 'figures',
    type,
    query: ({ from, to }: Period) => set({ from, to }),
    open: (tab: BehaviourTab) => set({ tab }),
    choose: (next: BehaviourType) => set({ type: String(next) }),
  };
}
