import { useSearchParams } from 'react-router-dom';

const TABS = ['list', 'matrix', 'separation'] as const;
export type RoleTab = (typeof TABS)[number];

/** What the page shows, kept in its address. */
export function useRoleAddress() {
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
  return {
    tab: TABS.find((tab) => tab === params.get('tab')) ?? 'list',
    q: params.get('q') ?? '',
    page: Number.isInteger(number) && number > 0 ? number : 1,
    openId: params.get('role'),
    show: (tab: RoleTab) => set({ tab: tab === 'list' ? null : tab }, true),
    find: (q: string) => set({ q, page: null }, true),
    turn: (page: number) => set({ page: page > 1 ? String(page) : null }, false),
    open: (id: string | null) => set({ role: id }, id === null),
  };
}
