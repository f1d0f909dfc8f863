import { describe, expect, it } from 'vitest';
import { draftOf, formOf } from './subscriptionDraft';
import { SUBSCRIPTION } from './testSubscription';

const STORED = { ...SUBSCRIPTION, validUntil: '2027-11-25T16:00:00Z' };

describe('the end of a subscription', () => {
  it.each([
    ['at midnight, the end of its last day', '2027-11-25T16:00:00Z', '2027-11-25'],
    ['the moment before midnight', '2027-11-25T15:59:59.999999Z', '2027-11-25'],
    ['at another time of day', '2027-11-25T01:23:45.678901Z', '2027-11-25'],
  ])('%s, goes back as it came where its day stays', (_, validUntil, day) => {
    const stored = { ...STORED, validUntil };
    const draft = draftOf(stored);
    expect(draft.validUntil).toBe(day);
    expect(formOf(draft, stored).validUntil).toBe(validUntil);
  });

  it('is shown and sent as the same day, edit after edit', () => {
    const draft = draftOf(STORED);
    expect(Date.parse(formOf(draft).validUntil)).toBe(Date.parse(STORED.validUntil));
  });

  it('is the end of another day that was chosen', () => {
    const draft = { ...draftOf(STORED), validUntil: '2027-12-31' };
    expect(formOf(draft, STORED).validUntil).toBe('2028-01-01T00:00:00+08:00');
  });
});

describe('the bytes of a day', () => {
  it('go back as they came where their field stays', () => {
    const stored = { ...STORED, dailyBytes: 1_234_567_890 };
    const draft = draftOf(stored);
    expect(draft.gigabytes).toBe('1.15');
    expect(formOf(draft, stored).dailyBytes).toBe(1_234_567_890);
    expect(formOf({ ...draft, gigabytes: '2' }, stored).dailyBytes).toBe(2 * 1024 ** 3);
    expect(formOf({ ...draft, gigabytes: '' }, stored)).not.toHaveProperty('dailyBytes');
  });
});
