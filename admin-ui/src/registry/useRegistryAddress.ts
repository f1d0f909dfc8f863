import type { RegistryQuery } from '@scenedock/ui-kit';
import { useSearchParams } from 'react-router-dom';
import { REGISTRY } from '../layout/menuPages';
import { exactCondition } from '../parts/figures/exactCondition';
import { daysOfMonth, type Period } from '../parts/figures/period';
import type { ConditionsOf } from '../parts/list/listAddress';

export const REGISTRY_TABS = ['entries', 'figures'] as const;
type RegistryTab = (typeof REGISTRY_TABS)[number];

export const PROVIDED_BY = ['month', 'unit', 'usage', 'satellite', 'region'] as const;
export type ProvidedBy = (typeof PROVIDED_BY)[number];

/** What narrows the list, as the address and the server name it. */
export const REGISTRY_CONDITIONS = {
  q: 'text',
  ordername: 'text',
  person: 'text',
  unit: 'text',
  usage: 'text',
  satellite: 'text',
  region: 'text',
  without: ['unit', 'usage', 'satellite', 'region'],
  getMethod: ['0', '2'],
  fetched: ['fetched', 'begun', 'untouched'],
  repeated: ['true', 'false'],
  first: ['true'],
  promise: ['any', 'kept', 'late'],
  rated: ['true', 'false'],
  satisfied: ['true', 'false'],
} as const satisfies ConditionsOf<RegistryQuery>;

/** What the page shows beside the list, kept in its address. */
export function useRegistryAddress() {
  const [params, setParams] = useSearchParams();
  const set = (changes: Record<string, string>, replace: boolean) =>
    setParams(
      (now) => {
        const next = { ...Object.fromEntries(now), ...changes };
        return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''));
      },
      { replace },
    );
  // The list would go on with those of no unit, whichever is chosen.
  const otherThanNone: Record<string, string> =
    params.get('without') === 'unit' ? { without: '' } : {};
  return {
    tab: REGISTRY_TABS.find((one) => one === params.get('tab')) ?? 'entries',
    by: PROVIDED_BY.find((one) => one === params.get('by')) ?? 'month',
    open: (tab: RegistryTab) => set({ tab: tab === 'entries' ? '' : tab }, false),
    count: (by: ProvidedBy) => set({ by: by === 'month' ? '' : by }, true),
    /** Whose figures; empty: everybody's. The list knows it by the same name. */
    unit: params.get('unit') ?? '',
    narrow: (unit: string) => set({ unit, ...otherThanNone }, true),
  };
}

/** The list with exactly the entries that a figure counts, of all units or one. */
export function rowsOf(
  by: ProvidedBy,
  value: string,
  { period, unit }: { period: Period; unit: string },
): string {
  const days = by === 'month' ? daysOfMonth(value, period) : period;
  const filter = {
    ...days,
    ...(unit === '' || by === 'unit' ? {} : { unit }),
    ...(by === 'month' ? {} : exactCondition(by, value)),
  };
  return `${REGISTRY}?${new URLSearchParams(filter)}`;
}
