import { zhCN as m, type Order } from '@scenedock/ui-kit';
import { buildOrder } from '@scenedock/ui-kit/testing';
import { describe, expect, it } from 'vitest';
import { arrange, rowOffers } from './rowOffers';

const ORDER = buildOrder();

/** What an order hands out while its delivery is open. */
const OPEN = {
  expiresAt: '2026-12-21T07:04:05Z',
  downloads: [{ name: 'WP1.zip', url: '/z', size: 1, sha256: 'a' }],
} satisfies Partial<Order>;

const texts = (part: Partial<Order>) =>
  rowOffers({ ...ORDER, ...part }, m).map((offer) => offer.text);

describe('what a row offers', () => {
  it.each<[string, Partial<Order>, string[]]>([
    ['a draft', { sstatus: -1, actions: ['save', 'submit', 'delete'] }, ['编辑']],
    ['a pending order of an administrator', { sstatus: 0, actions: ['approve', 'reject'] }, []],
    ['a rejected order', { sstatus: 2, actions: ['save'] }, ['编辑', '驳回原因']],
    [
      'an order that its owner cancelled',
      { sstatus: 2, cancelledBy: 'owner', actions: ['save'] },
      ['编辑', '取消原因'],
    ],
    [
      'a prepared order to download',
      { ...OPEN, sstatus: 6, getMethod: 0, actions: ['request_extension', 'clone'] },
      ['下载信息', '申请延期', '再次订购'],
    ],
    ['a prepared offline copy', { ...OPEN, downloads: [], sstatus: 6, getMethod: 2 }, ['联系方式']],
    [
      'a completed order',
      { sstatus: 7, actions: ['give_feedback', 'clone'] },
      ['评价', '再次订购'],
    ],
    ['a completed order whose delivery is open', { ...OPEN, sstatus: 7 }, ['下载信息']],
    ['a rated order whose delivery is open', { ...OPEN, sstatus: 8 }, ['查看评价', '下载信息']],
    ['feedback without a document', { sstatus: 8, feedBackUpload: null }, ['查看评价']],
    [
      'feedback with a document',
      { sstatus: 8, feedBackUpload: '/api/attachments/9' },
      ['查看评价', '下载反馈附件'],
    ],
    ['an order in preparation', { sstatus: 1 }, []],
  ])('%s', (_, order, expected) => expect(texts(order)).toEqual(expected));
});

it('is pushed by who may while its delivery is open', () => {
  const offered = (part: Partial<Order>, push: string | null) =>
    rowOffers({ ...ORDER, ...part }, m, { push }).map((offer) => offer.text);
  const ready = { ...OPEN, sstatus: 6, getMethod: 0 } satisfies Partial<Order>;
  expect(offered(ready, '推送订单')).toEqual(['下载信息', '推送订单']);
  expect(offered(ready, null)).toEqual(['下载信息']);
  expect(offered({ ...ready, expiresAt: null }, '推送订单')).toEqual([]);
  expect(offered({ ...ready, downloads: [], getMethod: 2 }, '推送订单')).toEqual(['联系方式']);
});

describe('the room of a row', () => {
  const split = (compact: boolean, part: Partial<Order>) =>
    arrange({ ...ORDER, ...part }, compact, m).map((offers) => offers.map((one) => one.text));

  it.each<[string, boolean, Partial<Order>, string[], string[]]>([
    ['wide', false, { sstatus: 0 }, ['详情'], []],
    [
      'wide',
      false,
      { ...OPEN, sstatus: 6, actions: ['request_extension', 'clone'] },
      ['详情'],
      ['下载信息', '申请延期', '再次订购'],
    ],
    [
      'wide',
      false,
      { sstatus: 2, actions: ['save', 'request_extension', 'clone'] },
      ['详情', '编辑'],
      ['驳回原因', '申请延期', '再次订购'],
    ],
    ['narrow', true, { sstatus: 0 }, ['详情'], []],
    ['narrow', true, { sstatus: 0, actions: ['clone'] }, [], ['详情', '再次订购']],
    [
      'narrow',
      true,
      { ...OPEN, sstatus: 6, actions: ['request_extension', 'clone'] },
      [],
      ['详情', '下载信息', '申请延期', '再次订购'],
    ],
  ])('%s (%j) of %o shows %j and keeps %j in a menu', (_, compact, order, shown, rest) => {
    expect(split(compact, order)).toEqual([shown, rest]);
  });
});
