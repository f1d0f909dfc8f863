import { zhCN } from '@scenedock/ui-kit';
import { APPLICANT, MENUS } from '@scenedock/ui-kit/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN } from '../test/portal';
import { navItems } from './MainNav';

const items = (...args: Parameters<typeof navItems>) =>
  navItems(...args).map(({ to, label }) => [label, to]);

describe('the nav bar', () => {
  it('is the first entry’s children, in their order, with their addresses', () => {
    const children = [
      { key: 'orders', path: '/orders-of-mine' },
      { key: 'news', path: '/news' },
      { key: 'userCentre', path: '/account' },
      // Of a version to come.
      { key: 'later', path: '/later' },
    ];
    const office = { key: 'office', children: [{ key: 'search', path: '/search' }] };
    expect(items([{ key: 'portal', children }, office], APPLICANT, '/search', zhCN)).toEqual([
      ['我的订单', '/orders-of-mine'],
      ['新闻公告', '/news'],
      ['用户中心', '/account'],
    ]);
    expect(items([], null, '/search', zhCN)).toEqual([]);
  });

  it('has for guests what the server has for them', () => {
    expect(items(MENUS.guest, null, '/search', zhCN)).toEqual([
      ['数据订购', '/search'],
      ['产品介绍', '/productIntro'],
      ['使用指南', '/userGuide'],
      ['新闻公告', '/news'],
      ['联系我们', '/contactUs'],
    ]);
  });

  it('calls the orders of who sees all of them so', () => {
    expect(items(MENUS.applicant, APPLICANT, '/search', zhCN)).toContainEqual([
      '用户中心',
      '/manage/person/shopCar',
    ]);
    expect(items(MENUS.admin, ADMIN, '/search', zhCN).map(([label]) => label)).toContain(
      '全部订单',
    );
  });

  it('marks the page that is shown', () => {
    const here = (path: string) =>
      navItems(MENUS.applicant, APPLICANT, path, zhCN)
        .filter((item) => item.active)
        .map((item) => item.label);
    expect(here('/shopCar')).toEqual(['用户中心']);
    expect(here('/search')).toEqual(['数据订购']);
    expect(here('/news/1')).toEqual(['新闻公告']);
    expect(here('/orderManage/details/7')).toEqual(['我的订单']);
  });
});
