import type { RegistryQuery } from '@scenedock/ui-kit';
import { useSearchParams } from 'react-router-dom';
import { REGISTRY } from '../layout/menuPages';
import { type Period, yearSoFar } from '../parts/figures/period';

export const REGISTRY_TABS = ['entries', 'figures'] as const;
export type RegistryTab = (typeof REGISTRY_TABS)[number];

export const PROVIDED_BY = ['month', 'unit', 'usage', 'satellite'] as const;
export type ProvidedBy = (typeof PROVIDED_BY)[number];

/** What narrows the list, as the address and the server name it. */
const REGISTRY_FILTERS = [
  'q',
  'ordername',
  'person',
  'unit',
  'usage',
  'satellite',
  'getMethod',
] as const;
export type RegistryFilter = (typeof REGISTRY_FILTERS)[number];
export type RegistryFilters = Readonly<Record<RegistryFilter, string>>;

/** What the page shows, kept in its address. */
export function useRegistryAddress() {
  const [params, setParams] = useSearchParams();
  const year = yearSoFar(new Date());
  const period: Period = { from: params.get('from') ?? year.from, to: params.get('to') ?? year.to };
  const set = (changes: Record<string, string>, replace = true) =>
    setParams((now) => filled({ ...Object.fromEntries(now), ...changes }), { replace });
  const filters = Object.fromEntries(
    REGISTRY_FILTERS.map((name) => [name, params.get(name) ?? '']),
  ) as RegistryFilters;
  const none = Object.fromEntries(REGISTRY_FILTERS.map((name) => [name, '']));
  return {
    period,
    filters,
    isNarrowed: REGISTRY_FILTERS.some((name) => filters[name] !== ''),
    tab: REGISTRY_TABS.find((one) => one === params.get('tab')) ?? 'entries',
    by: PROVIDED_BY.find((one) => one === params.get('by')) ?? 'month',
    query: ({ from, to }: Period) => set({ from, to }),
    choose: (name: RegistryFilter, value: string) => set({ [name]: value }),
    clear: () => set(none),
    open: (tab: RegistryTab) => set({ tab: tab === 'entries' ? '' : tab }, false),
    count: (by: ProvidedBy) => set({ by: by === 'month' ? '' : by }),
  };
}

const filled = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));

/** As the server is asked; empty filters ask for nothing. */
export function registryQuery(period: Period, filters: RegistryFilters): RegistryQuery {
  const { getMethod, ...texts } = filters;
  const method = getMethod === '0' ? 0 : getMethod === '2' ? 2 : null;
  return { ...period, ...filled(texts), ...(method === null ? {} : { getMethod: method }) };
}

/** The list with exactly the entries that a figure counts; null where no filter names them. */
export function rowsOf(by: ProvidedBy, value: string, period: Period): string | null {
  if (by === 'month') return `${REGISTRY}?${new URLSearchParams({ ...daysOf(value, period) })}`;
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
