import { useSearchParams } from 'react-router-dom';
import { DOWNLOAD_STATISTICS, REGISTRY } from '../layout/menuPages';
import { exactCondition } from '../parts/figures/exactCondition';
import type { Period } from '../parts/figures/period';

export const DOWNLOAD_TABS = ['figures', 'completion', 'transfers'] as const;
type DownloadTab = (typeof DOWNLOAD_TABS)[number];

const DORMANT = 'dormant';

/** Which deliveries a figure of completion counts, as the registry's list takes it. */
const COMPLETION = {
  deliveries: {},
  fetched: { fetched: 'fetched' },
  begun: { fetched: 'begun' },
  untouched: { fetched: 'untouched' },
  repeated: { repeated: 'true' },
} as const;
export type CompletionFigure = keyof typeof COMPLETION;

/** What the page shows beside its days, kept in its address. */
export function useDownloadsAddress() {
  const [params, setParams] = useSearchParams();
  const set = (changes: Record<string, string>, replace: boolean) =>
    setParams((now) => withoutEmpty({ ...Object.fromEntries(now), ...changes }), { replace });
  return {
    tab: DOWNLOAD_TABS.find((one) => one === params.get('tab')) ?? 'figures',
    unit: params.get('unit') ?? '',
    /** Of the units only those that fetched nothing. */
    onlyDormant: params.get(DORMANT) !== null,
    open: (tab: DownloadTab) => set({ tab: tab === 'figures' ? '' : tab }, false),
    /** The list of downloads would go on with those of no unit, whichever is chosen. */
    choose: (unit: string) => set({ unit, without: '' }, true),
    narrow: (onlyDormant: boolean) => set({ [DORMANT]: onlyDormant ? 'true' : '' }, true),
  };
}

const withoutEmpty = (query: Record<string, string>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

/** What narrows the list of downloads, as it names it. */
export type TransferConditions = Record<string, string>;

/** The list of exactly the downloads that a figure counts. */
export function transfersOf(period: Period, conditions: TransferConditions): string {
  const query = withoutEmpty({ tab: 'transfers', ...period, ...conditions });
  return `${DOWNLOAD_STATISTICS}?${new URLSearchParams(query)}`;
}

/** The entries of the registry that a figure of completion counts, of one unit or of all. */
export function entriesOf(period: Period, figure: CompletionFigure, unit?: string): string {
  const ofUnit = unit === undefined ? {} : exactCondition('unit', unit);
  return `${REGISTRY}?${new URLSearchParams({ ...period, ...ofUnit, ...COMPLETION[figure] })}`;
}
