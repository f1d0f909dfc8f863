import { dayEnd, type Subscription, type SubscriptionForm } from '@scenedock/ui-kit';

const GIGABYTE = 1024 ** 3;

/** What the fields of a subscription hold. */
export type SubscriptionDraft = {
  name: string;
  purpose: string;
  targetId: string;
  frequency: string;
  delaytime: number;
  /** `yyyy-MM-dd` in China. */
  validUntil: string;
  gigabytes: string;
  /** Hours; empty: all day. */
  windowFrom: string;
  windowTo: string;
  /** Whether its owner is told each day what it brought. */
  digest: boolean;
};

const CHINA_MS = 8 * 3_600_000;

/** The day in China, so many days from now. */
function dayFromNow(now: number, days: number): string {
  return new Date(now + CHINA_MS + days * 86_400_000).toISOString().slice(0, 10);
}

export function emptyDraft(name: string, now: number): SubscriptionDraft {
  return {
    name,
    purpose: '',
    targetId: '',
    frequency: '',
    delaytime: 0,
    validUntil: dayFromNow(now, 365),
    gigabytes: '',
    windowFrom: '',
    windowTo: '',
    digest: true,
  };
}

export function draftOf(one: Subscription): SubscriptionDraft {
  return {
    name: one.name,
    purpose: one.purpose,
    targetId: one.targetId ?? '',
    frequency: one.frequency ?? '',
    delaytime: one.delaytime,
    validUntil: dayFromNow(new Date(one.validUntil).getTime(), 0),
    gigabytes: one.dailyBytes === null ? '' : String(+(one.dailyBytes / GIGABYTE).toFixed(3)),
    windowFrom: one.windowFrom === null ? '' : String(one.windowFrom),
    windowTo: one.windowTo === null ? '' : String(one.windowTo),
    digest: one.digest,
  };
}

/** The fields that are not filled in. */
export function missingFields(draft: SubscriptionDraft): (keyof SubscriptionDraft)[] {
  const needed = ['name', 'purpose', 'targetId', 'validUntil'] as const;
  return needed.filter((field) => draft[field].trim() === '');
}

/** What is sent of the fields. */
export function formOf(draft: SubscriptionDraft): Omit<SubscriptionForm, 'search' | 'query'> {
  const gigabytes = Number(draft.gigabytes);
  return {
    name: draft.name.trim(),
    purpose: draft.purpose.trim(),
    targetId: draft.targetId,
    delaytime: draft.delaytime,
    digest: draft.digest,
    validUntil: dayEnd(draft.validUntil),
    ...(draft.frequency === ''
      ? {}
      : { frequency: draft.frequency as NonNullable<SubscriptionForm['frequency']> }),
    ...(draft.gigabytes.trim() === '' ? {} : { dailyBytes: Math.round(gigabytes * GIGABYTE) || 0 }),
    ...(draft.windowFrom === '' ? {} : { windowFrom: Number(draft.windowFrom) }),
    ...(draft.windowTo === '' ? {} : { windowTo: Number(draft.windowTo) }),
  };
}
