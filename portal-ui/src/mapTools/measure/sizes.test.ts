import { zhCN } from '@scenedock/ui-kit';
import { expect, it } from 'vitest';
import { areaText, lengthText } from './sizes';

it('says lengths over 100 m in kilometres with two decimals', () => {
  expect(lengthText(zhCN, 100)).toBe('100.00 米');
  expect(lengthText(zhCN, 100.5)).toBe('0.10 公里');
  expect(lengthText(zhCN, 1_234_567)).toBe('1234.57 公里');
});

it('says areas over 10,000 m² in square kilometres with two decimals', () => {
  expect(areaText(zhCN, 10_000)).toBe('10000.00 平方米');
  expect(areaText(zhCN, 12_308_778_361)).toBe('12308.78 平方公里');
});
