import { address, answer, type Signal, wire } from './client';
import type {
  BreakdownQuery,
  DeliveredScenesQuery,
  DownloadsQuery,
  GivenRatingsQuery,
  OpenServicesExport,
  OpenServicesQuery,
  PreparationFailuresQuery,
  ReceivedQuery,
  ReceivedScenesQuery,
  SatisfactionQuery,
  SceneSearch,
  ShownTable,
  StatisticsPeriod,
  TransfersQuery,
} from './types';

/** Figures of orders, of what came in and of what went out; only the back office asks for them. */
export const statistics = {
  orders: (query: StatisticsPeriod, options: Signal = {}) =>
    answer(wire.GET('/api/stats/orders', { ...options, params: { query } })),
  monthly: (query: StatisticsPeriod, options: Signal = {}) =>
    answer(wire.GET('/api/stats/monthly', { ...options, params: { query } })),
  units: (query: StatisticsPeriod, options: Signal = {}) =>
    answer(wire.GET('/api/stats/units', { ...options, params: { query } })),
  breakdown: (query: BreakdownQuery, options: Signal = {}) =>
    answer(wire.GET('/api/stats/breakdown', { ...options, params: { query } })),
  /** All provinces, for maps of figures by region. */
  provinces: (options: Signal = {}) => answer(wire.GET('/api/regions/outlines', options)),
  behaviours: (query: StatisticsPeriod, options: Signal = {}) =>
    answer(wire.GET('/api/stats/behaviours', { ...options, params: { query } })),
  /** What the archive took in. */
  received: (query: ReceivedQuery, options: Signal = {}) =>
    answer(wire.GET('/api/stats/received', { ...options, params: { query } })),
  /** The scenes behind it, the last received first; `before` is `next` of the page before. */
  receivedScenes: (query: ReceivedScenesQuery, options: Signal = {}) =>
    answer(wire.GET('/api/stats/received/scenes', { ...options, params: { query } })),
  /** What applicants downloaded. */
  downloads: (query: DownloadsQuery, options: Signal = {}) =>
    answer(wire.GET('/api/stats/downloads', { ...options, params: { query } })),
  /** How far deliveries were fetched. */
  completion: (query: StatisticsPeriod, options: Signal = {}) =>
    answer(wire.GET('/api/stats/downloads/completion', { ...options, params: { query } })),
  /** How scenes cover the area of a search. */
  coverage: (body: SceneSearch, options: Signal = {}) =>
    answer(wire.POST('/api/stats/coverage', { ...options, body })),
  /** The same by satellite and year, as comma-separated values. */
  coverageTable: (body: SceneSearch) =>
    answer(wire.POST('/api/stats/coverage.csv', { body, parseAs: 'blob' })),
  /** A table that a page shows, as a workbook. */
  tableWorkbook: (body: ShownTable) =>
    answer(wire.POST('/api/stats/table.xlsx', { body, parseAs: 'blob' })),
  /** Single downloads, the last to end first; `before` is `next` of the page before. */
  transfers: (query: TransfersQuery, options: Signal = {}) =>
    answer(wire.GET('/api/stats/downloads/transfers', { ...options, params: { query } })),
  /** How soon data were ready after approval. */
  preparation: (query: StatisticsPeriod, options: Signal = {}) =>
    answer(wire.GET('/api/stats/preparation', { ...options, params: { query } })),
  /** What failed on the way, the last first; `before` is `next` of the page before. */
  preparationFailures: (query: PreparationFailuresQuery, options: Signal = {}) =>
    answer(wire.GET('/api/stats/preparation/failures', { ...options, params: { query } })),
  /** How the service was rated. */
  satisfaction: (query: SatisfactionQuery, options: Signal = {}) =>
    answer(wire.GET('/api/stats/satisfaction', { ...options, params: { query } })),
  /** The ratings behind it, the last given first; `before` is `next` of the page before. */
  givenRatings: (query: GivenRatingsQuery, options: Signal = {}) =>
    answer(wire.GET('/api/stats/satisfaction/ratings', { ...options, params: { query } })),
  /** How much of what the archive holds was ever handed out. */
  exploitation: (query: StatisticsPeriod, options: Signal = {}) =>
    answer(wire.GET('/api/stats/exploitation', { ...options, params: { query } })),
  /** Scenes that were handed out for the first time, the last first; `before` is `next` of the page before. */
  deliveredScenes: (query: DeliveredScenesQuery, options: Signal = {}) =>
    answer(wire.GET('/api/stats/exploitation/scenes', { ...options, params: { query } })),
  /** What client systems called for. */
  openServices: (query: OpenServicesQuery, options: Signal = {}) =>
    answer(wire.GET('/api/stats/open-services', { ...options, params: { query } })),
};

/** Figures of a period as a workbook. */
export function statisticsUrl(
  name:
    | 'orders'
    | 'monthly'
    | 'units'
    | 'ranking'
    | 'breakdown'
    | 'behaviours'
    | 'received'
    | 'downloads'
    | 'preparation'
    | 'satisfaction'
    | 'exploitation'
    | 'open-services',
  query:
    | StatisticsPeriod
    | BreakdownQuery
    | ReceivedQuery
    | DownloadsQuery
    | SatisfactionQuery
    | OpenServicesExport,
): string {
  return address(`/api/stats/${name}.xlsx`, { query });
}

/** Figures of each day, or month, of a period as comma-separated values. */
export function statisticsTableUrl(
  name: 'received' | 'downloads' | 'preparation' | 'satisfaction' | 'exploitation',
  query: StatisticsPeriod & { satellite?: string; unit?: string; aspect?: string },
): string {
  return address(`/api/stats/${name}.csv`, { query });
}
