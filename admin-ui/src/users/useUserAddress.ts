import type { AccountStatus } from '@scenedock/ui-kit';
import { useSearchParams } from 'react-router-dom';

export const STATUSES = ['active', 'waiting', 'disabled', 'refused'] as const;

/** Which users the page lists, and whose account is open. */
export interface UserFilter {
  q: string;
  /** The id of a role. */
  role: string | null;
  status: AccountStatus | null;
  page: number;
}

function known<T extends string>(choices: readonly T[], text: string | null): T | null {
  return choices.find((choice) => choice === text) ?? null;
}

/** What the page shows, kept in its address. */
export function useUserAddress() {
  const [params, setParams] = useSearchParams();
  const number = Number(params.get('page'));
  const filter: UserFilter = {
    q: params.get('q') ?? '',
    role: params.get('role'),
    status: known(STATUSES, params.get('status')),
    page: Number.isInteger(number) && number > 0 ? number : 1,
  };
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
    filter,
    openId: params.get('user'),
    narrow: (changes: Partial<Omit<UserFilter, 'page'>>) => set({ ...changes, page: null }, true),
    turn: (page: number) => set({ page: page > 1 ? String(page) : null }, false),
    open: (id: string | null) => set({ user: id }, id === null),
  };
}
