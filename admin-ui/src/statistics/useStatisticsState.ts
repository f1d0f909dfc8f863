import { useSearchParams } from 'react-router-dom';
import { type Period, yearSoFar } from '../parts/figures/period';
import { COUNTS, SERVICES } from './openServiceRows';

export const TABS = [
  'overview',
  'monthly',
  'units',
  'preparation',
  'satisfaction',
  'exploitation',
  'openServices',
  'more',
] as const;
export type StatisticsTab = (typeof TABS)[number];

export const DIMENSIONS = [
  'day',
  'method',
  'kind',
  'usage',
  'satellite',
  'node',
  'region',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Tabs that say how well the survey served. */
const SERVICE_TABS = ['preparation', 'satisfaction', 'exploitation'] as const;
export type ServiceTab = (typeof SERVICE_TABS)[number];

export const isService = (tab: StatisticsTab): tab is ServiceTab =>
  SERVICE_TABS.some((name) => name === tab);

export const ASPECTS = ['overall', 'speed', 'attitude'] as const;
export type Aspect = (typeof ASPECTS)[number];

/** The one of the choices that the text names, or the first. */
function choiceNamed<T extends string>(choices: readonly [T, ...T[]], text: string | null): T {
  return choices.find((choice) => choice === text) ?? choices[0];
}

/** What the page shows, kept in its address. */
export function useStatisticsState() {
  const [params, setParams] = useSearchParams();
  const year = yearSoFar(new Date());
  const period: Period = {
    from: params.get('from') ?? year.from,
    to: params.get('to') ?? year.to,
  };
  const set = (changes: Record<string, string>) =>
    setParams((now) => ({ ...Object.fromEntries(now), ...changes }), { replace: true });
  return {
    period,
    tab: choiceNamed(TABS, params.get('tab')),
    by: choiceNamed(DIMENSIONS, params.get('by')),
    aspect: choiceNamed(ASPECTS, params.get('aspect')),
    /** Instead of a tab's figures, the rows that they count. */
    showsRows: params.get('rows') === '1',
    /** A client system whose days are shown, and which of them. */
    system: params.get('system') ?? '',
    service: choiceNamed(['', ...SERVICES], params.get('service')),
    having: choiceNamed(['', ...COUNTS], params.get('having')),
    query: ({ from, to }: Period) => set({ from, to }),
    /** What narrows the rows of one tab means nothing in another. */
    open: (tab: StatisticsTab) => setParams((now) => plainAddress(now, tab), { replace: true }),
    rate: (aspect: Aspect) => set({ aspect }),
    breakDown: (by: Dimension) => set({ by }),
  };
}

const SHARED_PARAMETERS = ['from', 'to', 'by', 'aspect'] as const;

function plainAddress(now: URLSearchParams, tab: StatisticsTab): URLSearchParams {
  const next = new URLSearchParams({ tab });
  for (const name of SHARED_PARAMETERS) {
    const value = now.get(name);
    if (value !== null) next.set(name, value);
  }
  return next;
}
