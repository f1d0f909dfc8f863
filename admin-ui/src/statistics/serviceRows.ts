import { ORDER_STATISTICS, RECEIVE_STATISTICS, REGISTRY } from '../layout/menuPages';
import { exactCondition } from '../parts/figures/exactCondition';
import type { Period } from '../parts/figures/period';
import type { ServiceTab } from './useStatisticsState';

/** Before everything that is counted. */
const EVER = '2000-01-01';

/** The rows that a figure of a tab counts. */
export function rowsAt(tab: ServiceTab, period: Period, of: Record<string, string> = {}): string {
  return `${ORDER_STATISTICS}?${new URLSearchParams({ tab, ...period, rows: '1', ...of })}`;
}

/** The figures of a tab. */
export function figuresAt(tab: ServiceTab, period: Period, of: Record<string, string> = {}) {
  return `${ORDER_STATISTICS}?${new URLSearchParams({ tab, ...period, ...of })}`;
}

/** First deliveries of orders, in the registry. */
export function firstDeliveries(period: Period, of: Record<string, string> = {}): string {
  return `${REGISTRY}?${new URLSearchParams({ ...period, first: 'true', ...of })}`;
}

/** Everything until the end of the period. */
export const untilEnd = ({ to }: Period): Period => ({ from: EVER, to });

/** What asks for the scenes of a satellite, an empty one: for those that state none; undefined: for all. */
const ofSatellite = (satellite: string | undefined) =>
  satellite === undefined ? {} : exactCondition('satellite', satellite);

/** The scenes of a satellite, or of all, that were first delivered in the period. */
export const deliveredScenes = (period: Period, satellite?: string) =>
  rowsAt('exploitation', period, ofSatellite(satellite));

/** The scenes of a satellite, or of all, that the archive held. */
export function heldScenes(period: Period, satellite?: string): string {
  const query = { tab: 'scenes', ...untilEnd(period), ...ofSatellite(satellite) };
  return `${RECEIVE_STATISTICS}?${new URLSearchParams(query)}`;
}
