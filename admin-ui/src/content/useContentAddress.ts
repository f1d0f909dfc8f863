import { useSearchParams } from 'react-router-dom';

/** What a list shows, kept in its address. */
export function useContentAddress() {
  const [params, setParams] = useSearchParams();
  const number = Number(params.get('page'));
  const set = (changes: Record<string, string>, replace: boolean) =>
    setParams(
      (now) => {
        const next = { ...Object.fromEntries(now), ...changes };
        return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''));
      },
      { replace },
    );
  return {
    q: params.get('q') ?? '',
    type: params.get('type') ?? '',
    state: params.get('state') ?? '',
    page: Number.isInteger(number) && number > 0 ? number : 1,
    find: (q: string) => set({ q, page: '' }, true),
    chooseType: (type: string) => set({ type, page: '' }, false),
    chooseState: (state: string) => set({ state, page: '' }, false),
    turn: (page: number) => set({ page: page > 1 ? String(page) : '' }, false),
  };
}
