import type { PushTarget, Subscription, SubscriptionStanding } from '../api/types';
import { formatBytes, formatTime } from '../format';
import type { Tone } from '../orders/tables';
import { furtherCriteria } from './criteriaWords';
import { useLocale } from './LocaleProvider';
import { areaText, cloudText, nodesText } from './searchedWords';
import { enSubscriptions } from './subscriptions.en';
import { zhSubscriptions } from './subscriptions.zh-CN';

export type SubscriptionWords = typeof zhSubscriptions;

const WORDS = { 'zh-CN': zhSubscriptions, en: enSubscriptions } as const;

/** What both web apps say of subscriptions. */
export function useSubscriptionWords(): SubscriptionWords {
  return WORDS[useLocale().locale];
}

export const STANDING_TONES: Record<SubscriptionStanding, Tone> = {
  pending: 'info',
  refused: 'danger',
  running: 'success',
  paused: 'neutral',
  suspended: 'danger',
  target_stopped: 'danger',
  target_down: 'warning',
  volume_used_up: 'warning',
  window_shut: 'info',
  target_volume_used_up: 'warning',
  total_volume_used_up: 'warning',
  total_parallel_reached: 'info',
  account_off: 'danger',
  expired: 'neutral',
  ended: 'neutral',
};

/** Where a subscription stands, or what holds a file of it back; of one that waits for its hours, from which on. */
export function standingText(
  { standing, windowFrom }: Pick<Subscription, 'standing' | 'windowFrom'>,
  w: SubscriptionWords,
): string {
  return standing === 'window_shut' && windowFrom !== null
    ? w.waitsForHour(windowFrom)
    : w.standings[standing];
}

/** Nodes that a line names; more are counted. */
const MAX_NAMED = 3;

/** What a subscription searches, in words. */
export function criteriaText(
  { criteria }: Pick<Subscription, 'criteria'>,
  w: SubscriptionWords,
): string {
  const parts = [
    areaText(criteria, w),
    ...criteria.satellites,
    ...criteria.sensors,
    nodesText(criteria, w, MAX_NAMED),
    cloudText(criteria, w),
    criteria.text,
    ...furtherCriteria(criteria, w),
  ].filter((part) => part !== null);
  return parts.length === 0 ? w.everything : parts.join(' · ');
}

/** When its files go out, in words. */
export function rhythmText(
  { frequency, delaytime }: Pick<Subscription, 'frequency' | 'delaytime'>,
  w: SubscriptionWords,
): string {
  const rhythm = w.frequencies[frequency ?? 'at_once'];
  return delaytime === 0 ? rhythm : `${rhythm} · ${w.delays(delaytime)}`;
}

type DeliverySettings = Pick<
  Subscription,
  | 'dailyBytes'
  | 'delaytime'
  | 'frequency'
  | 'targetDailyBytes'
  | 'targetName'
  | 'validUntil'
  | 'windowFrom'
  | 'windowTo'
>;

/** Where its files go, when, and how much a day, by name. */
export function deliveryFacts(one: DeliverySettings, w: SubscriptionWords): [string, string][] {
  const { windowFrom, windowTo } = one;
  const limit = (bytes: number | null) => (bytes === null ? w.unlimited : formatBytes(bytes));
  const isAllDay = windowFrom === null || windowTo === null;
  return [
    [w.target, one.targetName],
    [w.rhythm, rhythmText(one, w)],
    [w.window, isAllDay ? w.allDay : w.hours(windowFrom, windowTo)],
    [w.daily, limit(one.dailyBytes)],
    [w.targetDaily, limit(one.targetDailyBytes)],
    [w.validUntil, formatTime(one.validUntil)],
  ];
}

/** The address of a search in the portal, by the query that is stored with or without its question mark. */
export function storedSearchAddress(query: string): string {
  const plain = query.replace(/^\?/, '');
  return plain === '' ? '/search' : `/search?${plain}`;
}

/** What holds back files of a target, in words; null: nothing. */
export function holdText(
  { hold, stopReason }: Pick<PushTarget, 'hold' | 'stopReason'>,
  w: SubscriptionWords,
): string | null {
  if (hold === null) return null;
  return stopReason === null ? w.holds[hold] : `${w.holds[hold]}: ${stopReason}`;
}

/** How fast a target is written to at most, in words: the lower of what its owner and what administrators have set. */
export function bandwidthText(
  { bytesPerSecond, mostBytesPerSecond }: Pick<PushTarget, 'bytesPerSecond' | 'mostBytesPerSecond'>,
  w: SubscriptionWords,
): string {
  const rates = [bytesPerSecond, mostBytesPerSecond].filter((rate) => rate !== null);
  return rates.length === 0 ? w.unlimited : `${formatBytes(Math.min(...rates))}/s`;
}

/** Where a target is, in words: a shelf has no address of its own. */
export function targetAddress(
  { kind, address }: Pick<PushTarget, 'kind' | 'address'>,
  w: SubscriptionWords,
): string {
  return kind === 'shelf' ? w.onGateway : address;
}
