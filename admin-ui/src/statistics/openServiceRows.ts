import type { OpenService, OpenServiceCounts, OpenServiceDay } from '@scenedock/ui-kit';
import { ORDER_STATISTICS } from '../layout/menuPages';
import { daysOf, type Period } from '../parts/figures/period';

/** In the order in which people read them. */
export const SERVICES = [
  'catalogue',
  'scene',
  'preview',
  'statistics',
  'registry',
  'file',
  'other',
  'earlier',
] as const satisfies readonly OpenService[];

/** Figures that a row may have to have. */
export const COUNTS = ['requests', 'overQuota', 'forbidden', 'bytes'] as const;
export type CountName = (typeof COUNTS)[number];

/** Which rows of a client system a figure counts. */
export interface OpenServiceRows {
  system?: string;
  service?: OpenService;
  having?: CountName;
}

/** The figures of these days; of one client system, its days. */
export function openServicesAt(period: Period, rows: OpenServiceRows = {}): string {
  const query = new URLSearchParams({ tab: 'openServices', ...period });
  for (const [name, value] of Object.entries(rows)) query.set(name, value);
  return `${ORDER_STATISTICS}?${query}`;
}

type ServiceRow = OpenServiceCounts & { services: { service: OpenService; requests: number }[] };

/** Calls for a service. */
export const requestsFor = (service: OpenService, { services }: ServiceRow): number =>
  services.find((one) => one.service === service)?.requests ?? 0;

export const refusedOf = ({ overQuota, forbidden }: OpenServiceCounts): number =>
  overQuota + forbidden;

/** Days of a chart: more than are kept. */
const MAX_DAYS = 500;

/** Every day of the period; of one that is longer than what is kept, those from the first with calls on. */
export function chartedDays(period: Period, days: readonly OpenServiceDay[]): string[] {
  const all = daysOf(period, MAX_DAYS + 1);
  if (all.length <= MAX_DAYS) return all;
  return daysOf({ from: days[0]?.day ?? period.from, to: period.to }, MAX_DAYS);
}
