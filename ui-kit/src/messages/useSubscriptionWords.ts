import type { PushTarget, Subscription, SubscriptionStanding } from '../api/types';
import { formatBytes } from '../format';
import type { Tone } from '../orders/tables';
import { useLocale } from './LocaleProvider';
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
  target_down: 'warning',
  volume_used_up: 'warning',
  target_volume_used_up: 'warning',
  total_volume_used_up: 'warning',
  total_parallel_reached: 'info',
  account_off: 'danger',
  expired: 'neutral',
  ended: 'neutral',
};

/** What a subscription searches, in words. */
export function criteriaText(
  { criteria }: Pick<Subscription, 'criteria'>,
  w: SubscriptionWords,
): string {
  const parts = [
    ...(criteria.hasArea ? [w.area] : []),
    ...criteria.satellites,
    ...criteria.sensors,
    ...(criteria.nodeIds.length > 0 ? [w.nodes(criteria.nodeIds.length)] : []),
    ...(criteria.cloudMax === null ? [] : [w.cloud(criteria.cloudMax)]),
    ...(criteria.text === null ? [] : [criteria.text]),
  ];
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
