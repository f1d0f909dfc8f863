import { describe, expect, it } from 'vitest';
import type { FieldKind } from './api/catalogue';
import { fieldText, formatField } from './fields';
import { en } from './messages/en';
import { zhCN } from './messages/zh-CN';

describe('metadata values', () => {
  it.each<[FieldKind, string | number | null, string | undefined, string]>([
    ['time', '2024-07-16T06:01:35Z', undefined, '2024-07-16 14:01:35'],
    ['time', '2024 年夏', undefined, '2024 年夏'],
    ['size', 1536, undefined, '1.5 KB'],
    ['size', 0, undefined, '-'],
    ['percent', 98.89, undefined, '98.9%'],
    ['percent', 0, undefined, '0%'],
    ['angle', 12.345678, undefined, '12.3457°'],
    ['angle', '-3.5', undefined, '-3.5°'],
    ['coordinate', 116.39123, undefined, '116.3912'],
    ['coordinate', 40, '°', '40.0000°'],
    ['number', 10, 'm', '10 m'],
    ['number', 'n/a', 'm', 'n/a'],
    ['choice', 'L2A', undefined, 'L2A'],
    ['text', '', undefined, '-'],
    ['text', null, 'm', '-'],
  ])('%s %s', (kind, value, unit, text) => {
    expect(formatField({ kind, value, ...(unit === undefined ? {} : { unit }) })).toBe(text);
  });
});

describe('what people read', () => {
  it('is yes or no in their language', () => {
    const field = { key: 'properties.tiled', kind: 'text', value: true } as const;
    expect(fieldText(field, zhCN)).toBe('是');
    expect(fieldText({ ...field, value: false }, en)).toBe('No');
    expect(fieldText({ ...field, value: 'COG' }, en)).toBe('COG');
  });
});
