import { zhCN as m } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import {
  isOrderPath,
  ORDER_LISTS,
  orderListOf,
  orderListPath,
  orderListTitle,
  reprocessingListPath,
} from './orderRoutes';

describe('the route names of the order lists', () => {
  it.each([
    ['orderManage', '全部', []],
    ['orderManage_staySubmit', '待提交', [-1]],
    ['orderManage_stayAudit', '待审核', [0]],
    ['orderManage_onAudit', '审核驳回', [2]],
    ['orderManage_pastAudit', '审核通过', [1, 3]],
    ['orderManage_dataReadyFinish', '数据准备完成', [6]],
    ['orderManage_completeAudit', '已完成', [7]],
    ['orderManage_unusualAudit', '逾期', [5]],
    ['orderManage_feedback', '已评价', [8]],
  ])('%s is %s', (name, title, statuses) => {
    const segment = orderListOf(name);
    if (segment === null) throw new Error(`no list ${name}`);
    expect(orderListTitle(segment, m)).toBe(title);
    expect(orderListPath(segment)).toBe(`/manage/person/${name}`);
    expect(ORDER_LISTS.find((list) => list.segment === segment)?.statuses).toEqual(statuses);
  });

  it.each([
    ['repOrderManage', '/manage/person/orderManage?type=2'],
    ['orderManage_stayAudit_rep', '/manage/person/orderManage_stayAudit?type=2'],
    ['orderManage_rep', '/manage/person/orderManage?type=2'],
    ['orderManage_stayAudit', null],
    ['nothing_rep', null],
    [undefined, null],
  ])('%s of reprocessing orders is %s', (name, path) => {
    expect(reprocessingListPath(name)).toBe(path);
  });

  it('are known by their short form as well, and nothing else is a list', () => {
    expect(orderListOf('stayAudit')).toBe('stayAudit');
    expect(orderListOf('orderManage_details')).toBeNull();
    expect(orderListOf('shopCar')).toBeNull();
    expect(orderListOf(undefined)).toBeNull();
  });
});

describe('the order pages', () => {
  it.each([
    '/manage/person/orderManage',
    '/manage/person/orderManage_feedback',
    '/orderManage/details/7',
    '/order/edit/7',
  ])('%s belongs to them', (path) => expect(isOrderPath(path)).toBe(true));

  it.each(['/search', '/shopCar', '/manage/person/shopCar', '/orderManager'])(
    '%s does not',
    (path) => expect(isOrderPath(path)).toBe(false),
  );
});
