import type { ScopeSubjectKind } from '@scenedock/ui-kit';
import { useSearchParams } from 'react-router-dom';
import { SUBJECTS } from '../parts/useUnitTree';

/** What the page shows, kept in its address. */
export function useScopeAddress() {
  const [params, setParams] = useSearchParams();
  const number = Number(params.get('page'));
  const set = (changes: Record<string, string | null>, replace: boolean) =>
    setParams(
      (now) => {
        const next = { ...Object.fromEntries(now), ...changes };
        return Object.fromEntries(
          Object.entries(next).filter((pair): pair is [string, string] => Boolean(pair[1])),
        );
      },
      { replace },
    );
  const subject = SUBJECTS.find((one) => one === params.get('subject')) ?? null;
  return {
    q: params.get('q') ?? '',
    subject,
    grant: params.get('grant'),
    page: Number.isInteger(number) && number > 0 ? number : 1,
    find: (q: string) => set({ q, page: null }, true),
    choose: (next: ScopeSubjectKind | null) => set({ subject: next, page: null }, true),
    open: (grant: string | null) => set({ grant }, true),
    turn: (page: number) => set({ page: page > 1 ? String(page) : null }, false),
  };
}
