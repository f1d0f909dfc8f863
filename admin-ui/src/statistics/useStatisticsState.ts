import { useSearchParams } from 'react-router-dom';
import { type Period, yearSoFar } from '../parts/figures/period';

export const TABS = ['overview', 'monthly', 'units', 'more'] as const;
export type StatisticsTab = (typeof TABS)[number];

export const DIMENSIONS = ['day', 'method', 'kind', 'usage', 'satellite', 'node'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The one of the choices that the text names, or the first. */
function choiceNamed<T extends string>(choices: readonly [T, ...T[]], text: string | null): T {
  return choices.find((choice) => choice === text) ?? choices[0];
}

/** What the page shows, kept in its address. */
export function useStatisticsState() {
  const [params, setParams] = useSearchParams();
  const year = yearSoFar(new Date());
  const period: Period = {
    from: params.get('from') ?? year.from,
    to: params.get('to') ?? year.to,
  };
  const set = (changes: Record<string, string>) =>
    setParams((now) => ({ ...Object.fromEntries(now), ...changes }), { replace: true });
  return {
    period,
    tab: choiceNamed(TABS, params.get('tab')),
    by: choiceNamed(DIMENSIONS, params.get('by')),
    query: ({ from, to }: Period) => set({ from, to }),
    open: (tab: StatisticsTab) => set({ tab }),
    breakDown: (by: Dimension) => set({ by }),
  };
}
