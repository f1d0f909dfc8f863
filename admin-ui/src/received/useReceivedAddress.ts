import { useSearchParams } from 'react-router-dom';
import { RECEIVE_STATISTICS } from '../layout/menuPages';
import { exactCondition } from '../parts/figures/exactCondition';
import type { Period } from '../parts/figures/period';
import { BY_SATELLITE } from '../parts/figures/useSatellitesInSight';

export const RECEIVED_TABS = ['figures', 'scenes'] as const;
type ReceivedTab = (typeof RECEIVED_TABS)[number];

/** What the page shows beside its days, kept in its address. */
export function useReceivedAddress() {
  const [params, setParams] = useSearchParams();
  const set = (changes: Record<string, string>, replace: boolean) =>
    setParams((now) => withoutEmpty({ ...Object.fromEntries(now), ...changes }), { replace });
  return {
    tab: RECEIVED_TABS.find((one) => one === params.get('tab')) ?? 'figures',
    satellite: params.get('satellite') ?? '',
    open: (tab: ReceivedTab) => set({ tab: tab === 'figures' ? '' : tab }, false),
    /** The list of scenes would go on with those of no satellite, whichever is chosen. */
    choose: (satellite: string) => set({ satellite, without: '' }, true),
  };
}

const withoutEmpty = (query: Record<string, string>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

/** The list of exactly the scenes that a figure counts; of one satellite, or of all where none is named. */
export function scenesOf(period: Period, of: { satellite: string; node?: string }): string {
  const query = withoutEmpty({ tab: 'scenes', ...period, ...of });
  return `${RECEIVE_STATISTICS}?${new URLSearchParams(query)}`;
}

/** The list of the scenes of one satellite, or of those that state none. */
export function scenesOfSatellite(period: Period, satellite: string): string {
  const query = { tab: 'scenes', ...period, ...exactCondition('satellite', satellite) };
  return `${RECEIVE_STATISTICS}?${new URLSearchParams(query)}`;
}

/** The figures by satellite. */
export function satellitesOf(period: Period, satellite: string): string {
  const query = withoutEmpty({ ...period, satellite, ...BY_SATELLITE });
  return `${RECEIVE_STATISTICS}?${new URLSearchParams(query)}`;
}
