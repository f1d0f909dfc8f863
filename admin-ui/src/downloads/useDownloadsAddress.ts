import { useSearchParams } from 'react-router-dom';
import { DOWNLOAD_STATISTICS, REGISTRY } from '../layout/menuPages';
import type { Period } from '../parts/figures/period';

export const DOWNLOAD_TABS = ['figures', 'completion', 'transfers'] as const;
export type DownloadTab = (typeof DOWNLOAD_TABS)[number];

const DORMANT = 'dormant';

/** How far a delivery was fetched, as the registry's list takes it. */
export type FetchState = 'fetched' | 'begun' | 'untouched';

/** What the page shows beside its days, kept in its address. */
export function useDownloadsAddress() {
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
    tab: DOWNLOAD_TABS.find((one) => one === params.get('tab')) ?? 'figures',
    unit: params.get('unit') ?? '',
    /** Of the units only those that fetched nothing. */
    onlyDormant: params.get(DORMANT) !== null,
    open: (tab: DownloadTab) => set('tab', tab === 'figures' ? '' : tab, false),
    choose: (unit: string) => set('unit', unit, true),
    narrow: (onlyDormant: boolean) => set(DORMANT, onlyDormant ? 'true' : '', true),
  };
}

const withoutEmpty = (query: Record<string, string>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

/** The list of exactly the downloads that a figure counts. */
export function transfersOf(period: Period, of: { unit?: string; protocol?: string }): string {
  const query = withoutEmpty({ tab: 'transfers', ...period, ...of });
  return `${DOWNLOAD_STATISTICS}?${new URLSearchParams(query)}`;
}

/** The entries of the registry that a figure of completion counts. */
export function entriesOf(period: Period, unit: string, fetched: FetchState | ''): string {
  return `${REGISTRY}?${new URLSearchParams(withoutEmpty({ ...period, unit, fetched }))}`;
}
