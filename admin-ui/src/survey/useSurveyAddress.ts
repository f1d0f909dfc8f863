import { useSearchParams } from 'react-router-dom';
import { type Period, yearSoFar } from '../parts/figures/period';

export type SurveyTab = 'figures' | 'answers';

/** What the page shows, kept in its address. */
export function useSurveyAddress() {
  const [params, setParams] = useSearchParams();
  const year = yearSoFar(new Date());
  const period: Period = { from: params.get('from') ?? year.from, to: params.get('to') ?? year.to };
  const number = Number(params.get('page'));
  const tab: SurveyTab = params.get('tab') === 'answers' ? 'answers' : 'figures';
  const set = (changes: Record<string, string>, replace: boolean) =>
    setParams(
      (now) => {
        const next = { ...Object.fromEntries(now), ...changes };
        return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''));
      },
      { replace },
    );
  return {
    period,
    tab,
    page: Number.isInteger(number) && number > 0 ? number : 1,
    query: ({ from, to }: Period) => set({ from, to, page: '' }, true),
    show: (next: SurveyTab) => set({ tab: next === 'figures' ? '' : next, page: '' }, true),
    turn: (page: number) => set({ page: page > 1 ? String(page) : '' }, false),
  };
}
