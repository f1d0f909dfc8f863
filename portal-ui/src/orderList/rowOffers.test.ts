import { zhCN as m, type Order } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import { ORDER } from './order.fixture';
import { arrange, rowOffers } from './rowOffers';

const texts = (part: Partial<Order>) =>
  rowOffers({ ...ORDER, ...part }, m).map((offer) => offer.text);

describe('what a row offers', () => {
  it.each<[string, Partial<Order>, string[]]>([
    ['a draft', { sstatus: -1, actions: ['save', 'submit', 'delete'] }, ['编辑']],
    ['a pending order of an administrator', { sstatus: 0, actions: ['approve', 'reject'] }, []],
    ['a rejected order', { sstatus: 2, actions: ['save'] }, ['编辑', '驳回原因']],
    [
      'a prepared order to download',
      { sstatus: 6, getMethod: 0, actions: ['request_extension', 'clone'] },
      ['下载信息', '申请延期', '再次订购'],
    ],
    ['a prepared offline copy', { sstatus: 6, getMethod: 2 }, ['联系方式']],
    [
      'a completed order',
      { sstatus: 7, actions: ['give_feedback', 'clone'] },
      ['评价', '再次订购'],
    ],
    ['feedback without a document', { sstatus: 8, feedBackUpload: null }, ['查看评价']],
    [
      'feedback with a document',
      { sstatus: 8, feedBackUpload: '/api/attachments/9' },
      ['查看评价', '下载反馈附件'],
    ],
    ['an order in preparation', { sstatus: 1 }, []],
  ])('%s', (_, order, expected) => expect(texts(order)).toEqual(expected));
});

describe('the room of a row', () => {
  const split = (compact: boolean, part: Partial<Order>) =>
    arrange({ ...ORDER, ...part }, compact, m).map((offers) => offers.map((one) => one.text));

  it.each<[string, boolean, Partial<Order>, string[], string[]]>([
    ['wide', false, { sstatus: 0 }, ['详情'], []],
    [
      'wide',
      false,
      { sstatus: 6, actions: ['request_extension', 'clone'] },
      ['详情', '下载信息', '申请延期', '再次订购'],
      [],
    ],
    [
      'wide',
      false,
      { sstatus: 2, actions: ['save', 'request_extension', 'clone'] },
      ['详情', '编辑', '驳回原因'],
      ['申请延期', '再次订购'],
    ],
    ['narrow', true, { sstatus: 0 }, ['详情'], []],
    ['narrow', true, { sstatus: 0, actions: ['clone'] }, [], ['详情', '再次订购']],
    [
      'narrow',
      true,
      { sstatus: 6, actions: ['request_extension', 'clone'] },
      [],
      ['详情', '下载信息', '申请延期', '再次订购'],
    ],
  ])('%s (%j) of %j shows %j and keeps %j in a menu', (_, compact, order, shown, rest) => {
    expect(split(compact, order)).toEqual([shown, rest]);
  });
});
