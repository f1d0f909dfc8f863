import {
  type AttachmentType,
  dayEnd,
  lastDay,
  requiredAttachments,
  type Subscription,
  type SubscriptionForm,
  type SubscriptionFormFacts,
} from '@scenedock/ui-kit';
import type { Papers } from '../application/rules';

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

/** What an order needs that is downloaded: the scenes of a subscription go out over the network as well. */
export const REQUIRED_PAPERS = requiredAttachments(0);

/** Required slots without a paper. */
export function emptySlots(papers: Papers): AttachmentType[] {
  return REQUIRED_PAPERS.filter((type) => papers[type] === undefined);
}

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

function gigabytesOf(bytes: number | null): string {
  return bytes === null ? '' : String(+(bytes / GIGABYTE).toFixed(3));
}

export function draftOf(one: Subscription): SubscriptionDraft {
  return {
    name: one.name,
    purpose: one.purpose,
    targetId: one.targetId ?? '',
    frequency: one.frequency ?? '',
    delaytime: one.delaytime,
    validUntil: lastDay(one.validUntil),
    gigabytes: gigabytesOf(one.dailyBytes),
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

type Form = Omit<SubscriptionForm, 'search' | 'query'>;
type Frequency = NonNullable<SubscriptionForm['frequency']>;

/**
 * What is sent of the fields. The end and the bytes of the subscription that is changed (`before`) go back as they came where
 * their fields show them still: a later end needs another approval, and a field shows neither hours nor single bytes.
 */
export function formOf(draft: SubscriptionDraft, before?: Subscription): Form {
  const sameDay = before !== undefined && lastDay(before.validUntil) === draft.validUntil;
  const dailyBytes = dailyBytesOf(draft.gigabytes.trim(), before?.dailyBytes ?? null);
  return {
    name: draft.name.trim(),
    purpose: draft.purpose.trim(),
    targetId: draft.targetId,
    delaytime: draft.delaytime,
    digest: draft.digest,
    validUntil: sameDay ? before.validUntil : dayEnd(draft.validUntil),
    ...(draft.frequency === '' ? {} : { frequency: draft.frequency as Frequency }),
    ...(dailyBytes === null ? {} : { dailyBytes }),
    ...(draft.windowFrom === '' ? {} : { windowFrom: Number(draft.windowFrom) }),
    ...(draft.windowTo === '' ? {} : { windowTo: Number(draft.windowTo) }),
  };
}

/** What a blank paper is filled in with, of fields that may still be empty. */
export function factsOf(draft: SubscriptionDraft, before?: Subscription): SubscriptionFormFacts {
  return {
    name: draft.name.trim(),
    purpose: draft.purpose.trim(),
    delaytime: draft.delaytime,
    frequency: draft.frequency === '' ? null : (draft.frequency as Frequency),
    targetId: draft.targetId === '' ? null : draft.targetId,
    validUntil: draft.validUntil === '' ? null : dayEnd(draft.validUntil),
    subscriptionId: before?.id ?? null,
  };
}

function dailyBytesOf(gigabytes: string, before: number | null): number | null {
  if (gigabytes === '') return null;
  if (gigabytes === gigabytesOf(before)) return before;
  return Math.round(Number(gigabytes) * GIGABYTE) || 0;
}
