import { describe, expect, it } from 'vitest';
import { zhCN } from '../messages/zh-CN';
import { expiryOf, prolonged } from './expiry';

const NOW = Date.parse('2026-11-21T00:00:00Z');

describe('the end of a delivery', () => {
  it.each([
    ['2026-12-21T00:00:00Z', 'neutral', '有效期至 2026-12-21', /，剩余 30 天$/],
    ['2026-11-24T00:00:01Z', 'neutral', '有效期至 2026-11-24', /，剩余 3 天$/],
    ['2026-11-24T00:00:00Z', 'warning', '3 天内到期', /，剩余 3 天$/],
    ['2026-11-22T00:00:01Z', 'warning', '2 天内到期', /，剩余 1 天$/],
    ['2026-11-22T00:00:00Z', 'danger', '24 小时内到期', /，剩余 1 天$/],
    ['2026-11-21T00:30:00Z', 'danger', '1 小时内到期', /，不足 1 天$/],
    ['2026-11-21T00:00:00Z', 'danger', '下载已过期', /^已于 .* 过期$/],
    ['2026-11-01T00:00:00Z', 'danger', '下载已过期', /^已于 .* 过期$/],
  ])('at %s is %s: %s', (at, tone, label, sentence) => {
    const expiry = expiryOf(at, NOW, zhCN);
    expect(expiry).toMatchObject({ tone, label });
    expect(expiry.sentence).toMatch(sentence);
  });

  it('moves by whole days', () => {
    expect(prolonged('2026-11-29T03:04:05Z', 7)).toBe('2026-12-06T03:04:05.000Z');
  });
});
