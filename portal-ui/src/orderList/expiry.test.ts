import { zhCN as m } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import { expiryLabel } from './expiry';

const NOW = Date.parse('2026-11-21T00:00:00Z');

describe('the end of a delivery', () => {
  it.each([
    ['2026-12-21T00:00:00Z', 'neutral', '有效期至 2026-12-21'],
    ['2026-11-24T00:00:01Z', 'neutral', '有效期至 2026-11-24'],
    ['2026-11-24T00:00:00Z', 'warning', '3 天内到期'],
    ['2026-11-22T00:00:01Z', 'warning', '2 天内到期'],
    ['2026-11-22T00:00:00Z', 'danger', '24 小时内到期'],
    ['2026-11-21T00:30:00Z', 'danger', '1 小时内到期'],
    ['2026-11-21T00:00:00Z', 'danger', '下载已过期'],
  ])('at %s is %s: %s', (at, tone, label) => {
    expect(expiryLabel(at, NOW, m)).toEqual({ tone, label });
  });
});
