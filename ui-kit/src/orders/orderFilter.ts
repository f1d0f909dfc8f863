import { daysBefore } from '../format';

/** The conditions of an order list, by their names in its address. */
export const ORDER_FILTER_KEYS = [
  'ordername',
  'unit',
  'applicant',
  'loginName',
  'status',
  'type',
  'from',
  'to',
] as const;

/** Texts as they are typed; a field without one sets no condition. */
export type OrderFilter = Partial<Record<(typeof ORDER_FILTER_KEYS)[number], string>>;

/** The order time, from one day to another, both included. */
export type Period = Required<Pick<OrderFilter, 'from' | 'to'>>;

/** Whether a period runs backwards. Days compare as texts. */
export function isPeriodReversed({ from, to }: OrderFilter): boolean {
  return Boolean(from && to && to < from);
}

/** Lengths of the periods that are asked for most, in days. */
const SHORTCUT_DAYS = [7, 30, 90] as const;

/** The periods that end today, and which of them the filter holds. */
export function periodShortcuts({ from, to }: OrderFilter) {
  const now = new Date();
  return SHORTCUT_DAYS.map((days) => {
    const period: Period = { from: daysBefore(now, days), to: daysBefore(now, 0) };
    return { days, period, on: period.from === from && period.to === to };
  });
}
