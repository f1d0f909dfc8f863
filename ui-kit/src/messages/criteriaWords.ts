import type { SubscriptionCondition, SubscriptionCriteria } from '../api/types';
import { formatDate, lastDay } from '../format';
import type { zhSubscriptions } from './subscriptions.zh-CN';

type SubscriptionWords = typeof zhSubscriptions;

const GIB = 1024 ** 3;

/** A bound of a field: days in Beijing, sizes in GB, everything else with its unit. */
function boundText({ kind, unit }: SubscriptionCondition, value: number): string {
  if (kind === 'time') return formatDate(new Date(value).toISOString());
  const rounded = (amount: number) => String(Math.round(amount * 1e4) / 1e4);
  if (kind === 'size') return `${rounded(value / GIB)} GB`;
  if (kind === 'percent') return `${rounded(value)}%`;
  if (kind === 'angle' || kind === 'coordinate') return `${rounded(value)}°`;
  return unit === null ? rounded(value) : `${rounded(value)} ${unit}`;
}

/** What must hold of one field, in words. */
function conditionWords(condition: SubscriptionCondition, w: SubscriptionWords): string {
  const { values, text, min, max } = condition;
  const label = w.fieldLabel(condition);
  if (values.length > 0) return `${label} ${w.list(values)}`;
  if (text !== null) return `${label} “${text}”`;
  const from = min === null ? null : boundText(condition, min);
  const to = max === null ? null : boundText(condition, max);
  if (from === null) return `${label} ≤ ${to ?? ''}`;
  return to === null ? `${label} ≥ ${from}` : `${label} ${from} – ${to}`;
}

/** What a subscription searches beside place, node, instrument, cloud and words: kinds of data, times, files and single fields. */
export function furtherCriteria(criteria: SubscriptionCriteria, w: SubscriptionWords): string[] {
  const { objTypes, from, to, onlineOnly, conditions } = criteria;
  const begin = from === null ? null : formatDate(from);
  const end = to === null ? null : lastDay(to);
  return [
    ...objTypes.map((kind) => w.objTypes[kind]),
    ...(begin === null && end === null ? [] : [w.taken(begin, end)]),
    ...(onlineOnly ? [w.onlineOnly] : []),
    ...conditions.map((condition) => conditionWords(condition, w)),
  ];
}
