import { zhCN } from '@scenedock/ui-kit';
import { expect, it } from 'vitest';
import type { Position } from '../../geo/wkt';
import { measureText } from './Measurements';

const square: Position[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];
const bow: Position[] = [
  [0, 0],
  [1, 1],
  [1, 0],
  [0, 1],
  [0, 0],
];

it('says of an area that crosses itself that it does, and gives no figure', () => {
  expect(measureText(zhCN, 'area', 12_308_000_000, square)).toBe('12308.00 平方公里');
  expect(measureText(zhCN, 'area', 12_308_000_000, bow)).toBe(zhCN.tools.selfCrossing);
  expect(measureText(zhCN, 'area', 12_308_000_000, bow)).not.toMatch(/\d/);
});

it('gives the length of a line that crosses itself', () => {
  expect(measureText(zhCN, 'distance', 1_234_567, bow)).toBe('1234.57 公里');
});
