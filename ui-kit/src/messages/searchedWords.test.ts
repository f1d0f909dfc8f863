import { expect, it } from 'vitest';
import { cloudText, nodesText } from './searchedWords';
import { enSubscriptions } from './subscriptions.en';
import { zhSubscriptions } from './subscriptions.zh-CN';

const GF1 = { label: '高分一号', labelEn: 'GF-1' };
const UNTRANSLATED = { label: '资源三号', labelEn: '' };

it('names nodes, and counts those that are hidden or too many', () => {
  const zh = (nodeIds: number[], nodes: (typeof GF1)[], most = 3) =>
    nodesText({ nodeIds, nodes }, zhSubscriptions, most);
  expect(zh([], [])).toBeNull();
  expect(zh([1, 2], [GF1, UNTRANSLATED])).toBe('高分一号、资源三号');
  expect(zh([1, 2], [GF1, UNTRANSLATED], 1)).toBe('高分一号，另有 1 个目录');
  expect(zh([1, 2, 3], [GF1])).toBe('高分一号，另有 2 个目录');
  expect(zh([1, 2, 3], [])).toBe('3 个目录');
  const english = nodesText({ nodeIds: [1, 2], nodes: [GF1, UNTRANSLATED] }, enSubscriptions, 3);
  expect(english).toBe('GF-1, 资源三号');
});

it('says what becomes of scenes whose cloud cover nobody knows', () => {
  for (const [cloudMax, unknownCloud, text] of [
    [null, 'exclude', null],
    [null, 'include', null],
    [20, 'exclude', 'Cloud up to 20%'],
    [20, 'include', 'Cloud up to 20% or unknown'],
    [20, 'only', 'Unknown cloud only'],
    [null, 'only', 'Unknown cloud only'],
  ] as const) {
    expect(cloudText({ cloudMax, unknownCloud }, enSubscriptions)).toBe(text);
  }
});
