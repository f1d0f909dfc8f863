import { describe, expect, it } from 'vitest';
import type { SubscriptionCondition, SubscriptionCriteria } from '../api/types';
import { furtherCriteria } from './criteriaWords';
import { enSubscriptions } from './subscriptions.en';
import { zhSubscriptions } from './subscriptions.zh-CN';

const ANY: SubscriptionCondition = {
  key: 'gsd',
  label: '分辨率',
  labelEn: 'Resolution',
  kind: 'number',
  unit: 'm',
  values: [],
  min: null,
  max: null,
  text: null,
};

const CRITERIA: SubscriptionCriteria = {
  nodeIds: [],
  nodes: [],
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
};

describe('what a subscription searches beside place and instrument', () => {
  it('is said by kind, days in Beijing and files', () => {
    const criteria: SubscriptionCriteria = {
      ...CRITERIA,
      objTypes: ['WX', 'BZCP'],
      from: '2025-12-31T16:00:00Z',
      to: '2026-06-30T16:00:00Z',
      onlineOnly: true,
    };
    expect(furtherCriteria(criteria, zhSubscriptions)).toEqual([
      '卫星影像',
      '标准产品',
      '拍摄于 2026-01-01 至 2026-06-30',
      '只看在线',
    ]);
    expect(furtherCriteria({ ...CRITERIA, from: criteria.from }, enSubscriptions)).toEqual([
      'taken since 2026-01-01',
    ]);
  });

  it.each([
    [{ ...ANY, max: 2.5 }, '分辨率 ≤ 2.5 m'],
    [{ ...ANY, min: 0.5, max: 2.5 }, '分辨率 0.5 m – 2.5 m'],
    [{ ...ANY, label: '云量', kind: 'percent', min: 5 }, '云量 ≥ 5%'],
    [{ ...ANY, label: '大小', kind: 'size', max: 1024 ** 3 }, '大小 ≤ 1 GB'],
    [
      { ...ANY, label: '接收时间', kind: 'time', min: Date.UTC(2026, 0, 1) },
      '接收时间 ≥ 2026-01-01',
    ],
    [{ ...ANY, label: '级别', kind: 'choice', values: ['L1A', 'L2A'] }, '级别 L1A、L2A'],
    [{ ...ANY, label: '轨道号', kind: 'text', text: '50T' }, '轨道号 “50T”'],
  ] satisfies [SubscriptionCondition, string][])(
    'names what must hold of a field: %#',
    (condition, words) => {
      const criteria = { ...CRITERIA, conditions: [condition] };
      expect(furtherCriteria(criteria, zhSubscriptions)).toEqual([words]);
    },
  );

  it('is nothing where nothing narrows', () => {
    expect(furtherCriteria(CRITERIA, zhSubscriptions)).toEqual([]);
  });
});
