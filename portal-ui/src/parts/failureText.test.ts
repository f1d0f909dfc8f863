import { ApiError } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import { failureText } from './failureText';

const refused = new ApiError(409, 'wrong_state', '订单状态已改变');

describe('what failed', () => {
  it.each([
    ['删除失败！', '删除失败！订单状态已改变'],
    ['保存失败', '保存失败：订单状态已改变'],
    ['Could not delete.', 'Could not delete. 订单状态已改变'],
    ['Could not save', 'Could not save: 订单状态已改变'],
    ['订单状态已改变', '订单状态已改变'],
  ])('%s goes before the reason', (what, text) => {
    expect(failureText(what, refused)).toBe(text);
  });

  it('stands alone when nobody said why', () => {
    expect(failureText('删除失败！', new TypeError('x is undefined'))).toBe('删除失败！');
  });
});
