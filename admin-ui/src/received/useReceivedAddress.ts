import { useSearchParams } from 'react-router-dom';
import { RECEIVE_STATISTICS } from '../layout/menuPages';
import type { Period } from '../parts/figures/period';

export const RECEIVED_TABS = ['figures', 'scenes'] as const;
export type ReceivedTab = (typeof RECEIVED_TABS)[number];

/** What the page shows beside its days, kept in its address. */
export function useReceivedAddress() {
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
    tab: RECEIVED_TABS.find((one) => one === params.get('tab')) ?? 'figures',
    satellite: params.get('satellite') ?? '',
    open: (tab: ReceivedTab) => set('tab', tab === 'figures' ? '' : tab, false),
    choose: (satellite: string) => set('satellite', satellite, true),
  };
}

/** The list of exactly the scenes that a figure counts. */
export function scenesOf(period: Period, of: { satellite?: string; node?: string }): string {
  const narrowed = Object.entries(of).filter(([, value]) => value !== '');
  const query = { tab: 'scenes', ...period, ...Object.fromEntries(narrowed) };
  return `${RECEIVE_STATISTICS}?${new URLSearchParams(query)}`;
}
