import type { Subscription } from '../api/types';

type Changes = Partial<Omit<Subscription, 'criteria'>> & {
  criteria?: Partial<Subscription['criteria']>;
};

/** A subscription that waits for its first decision. */
export function buildSubscription({ criteria, ...changes }: Changes = {}): Subscription {
  return {
    id: 's1',
    number: 'S000012',
    name: '汛期监测',
    purpose: '防汛',
    owner: '李四',
    unit: '地质一队',
    targetId: 't1',
    targetName: '省中心',
    targetDailyBytes: null,
    criteria: {
      nodeIds: [1],
      nodes: [{ label: '高分一号', labelEn: 'GF-1' }],
      hasArea: false,
      regionName: null,
      satellites: [],
      sensors: [],
      cloudMax: null,
      unknownCloud: 'exclude',
      text: null,
      objTypes: [],
      from: null,
      to: null,
      onlineOnly: false,
      conditions: [],
      ...criteria,
    },
    query: '',
    frequency: 'week',
    delaytime: 0,
    validUntil: '2027-11-25T01:00:00Z',
    dailyBytes: null,
    windowFrom: null,
    windowTo: null,
    digest: true,
    state: 'pending',
    standing: 'pending',
    reason: '',
    decidedBy: '',
    decidedAt: null,
    createdAt: '2026-11-25T01:00:00Z',
    counts: { matched: 0, delivered: 0, waiting: 0, missed: 0, withdrawn: 0, deliveredBytes: 0 },
    attachments: [],
    version: 'first',
    ...changes,
  };
}
