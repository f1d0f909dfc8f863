import { zhCN } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import { expiryOf, prolonged } from './expiry';

const NOW = Date.parse('2026-11-21T00:00:00Z');
const at = (time: string) => expiryOf(time, NOW, zhCN);

describe('the end of a delivery', () => {
  it('is red when it is over and on its last day', () => {
    expect(at('2026-11-20T23:59:59Z')).toEqual({ tone: 'danger', label: '下载已过期' });
    expect(at('2026-11-21T02:30:00Z')).toEqual({ tone: 'danger', label: '3 小时内到期' });
  });

  it('is amber on its last three days', () => {
    expect(at('2026-11-23T12:00:00Z')).toEqual({ tone: 'warning', label: '3 天内到期' });
  });

  it('is a date before that', () => {
    expect(at('2026-11-29T00:00:00Z')).toEqual({ tone: 'success', label: '有效期至 2026-11-29' });
  });

  it('moves by whole days', () => {
    expect(prolonged('2026-11-29T03:04:05Z', 7)).toBe('2026-12-06T03:04:05.000Z');
  });
});
