import { useSearchParams } from 'react-router';

/** Which news are shown, kept in the address. */
export function useNewsAddress() {
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
    kind: params.get('type') ?? '',
    q: params.get('q') ?? '',
    page: Number.isInteger(number) && number > 0 ? number : 1,
    choose: (kind: string) => set({ type: kind, page: '' }, false),
    find: (q: string) => set({ q, page: '' }, true),
    turn: (page: number, replace = false) => set({ page: page > 1 ? String(page) : '' }, replace),
    clear: () => set({ type: '', q: '', page: '' }, false),
  };
}
