import { useSearchParams } from 'react-router-dom';
import { REGISTRY } from '../layout/menuPages';
import type { Period } from '../parts/figures/period';

export const REGISTRY_TABS = ['entries', 'figures'] as const;
export type RegistryTab = (typeof REGISTRY_TABS)[number];

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
  getMethod: ['0', '2'],
  fetched: ['fetched', 'begun', 'untouched'],
  first: ['true'],
  promise: ['kept', 'late'],
  rated: ['true', 'false'],
  satisfied: ['true', 'false'],
} as const;

/** Asks for deliveries with scenes that lie in no province. */
export const NO_REGION = 'none';

/** What the page shows beside the list, kept in its address. */
export function useRegistryAddress() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string, replace: boolean) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace },
    );
  return {
    tab: REGISTRY_TABS.find((one) => one === params.get('tab')) ?? 'entries',
    by: PROVIDED_BY.find((one) => one === params.get('by')) ?? 'month',
    open: (tab: RegistryTab) => set('tab', tab === 'entries' ? '' : tab, false),
    count: (by: ProvidedBy) => set('by', by === 'month' ? '' : by, true),
  };
}

/** The list with exactly the entries that a figure counts; null where no filter names them. */
export function rowsOf(by: ProvidedBy, value: string, period: Period): string | null {
  if (by === 'month') return `${REGISTRY}?${new URLSearchParams({ ...daysOf(value, period) })}`;
  if (by === 'region') {
    return `${REGISTRY}?${new URLSearchParams({ ...period, region: value || NO_REGION })}`;
  }
  if (value === '') return null;
  return `${REGISTRY}?${new URLSearchParams({ ...period, [by]: value })}`;
}

/** The days of a month (`2026-11`) that lie within the period. */
function daysOf(month: string, period: Period): Period {
  const last = new Date(`${month}-01T00:00:00Z`);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  // Days sort as they follow one another.
  const [, from = period.from] = [`${month}-01`, period.from].sort();
  const [to = period.to] = [last.toISOString().slice(0, 10), period.to].sort();
  return { from, to };
}
