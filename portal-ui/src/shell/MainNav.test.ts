import { readFileSync } from 'node:fs';
import { type PortalPage, zhCN } from '@scenedock/ui-kit';
import { APPLICANT } from '@scenedock/ui-kit/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN } from '../test/portal';
import { GUEST_PAGES, navItems } from './MainNav';

const items = (...args: Parameters<typeof navItems>) =>
  navItems(...args).map(({ to, label }) => [label, to]);

describe('the nav bar', () => {
  it('has the public pages for guests', () => {
    expect(items(null, '/search', zhCN)).toEqual([
      ['数据订购', '/search'],
      ['产品介绍', '/productIntro'],
      ['使用指南', '/userGuide'],
      ['新闻公告', '/news'],
      ['联系我们', '/contactUs'],
    ]);
  });

  it('has for guests what the server offers to whoever holds nothing', () => {
    const menu = readFileSync('domain/src/menu.rs', 'utf8');
    const [, free = ''] = /((?:Self::\w+ ?\|? ?)+)=> true/.exec(menu) ?? [];
    const pages = [...free.matchAll(/Self::(\w+)/g)].map(([, page = '']) => page.toLowerCase());
    expect(pages).toEqual(GUEST_PAGES);
  });

  it('has what the server sends, in its order', () => {
    const labels = (portal: PortalPage[]) =>
      items({ ...APPLICANT, pages: { portal, office: [] } }, '/search', zhCN).map(
        ([label]) => label,
      );
    expect(labels(['orders', 'news', 'search', 'cart'])).toEqual([
      '我的订单',
      '新闻公告',
      '数据订购',
      '用户中心',
    ]);
    expect(labels(['search', 'contact', 'exports', 'office'])).toEqual([
      '数据订购',
      '联系我们',
      '用户中心',
    ]);
    // Of a version to come.
    expect(labels(['search', 'later' as PortalPage, 'cart'])).toEqual(['数据订购', '用户中心']);
  });

  it('is that of guests where a server of the version before says nothing', () => {
    const { pages: _, ...me } = APPLICANT;
    expect(items(me as typeof APPLICANT, '/search', zhCN).map(([label]) => label)).toEqual([
      ...items(null, '/search', zhCN).map(([label]) => label),
      '用户中心',
    ]);
  });

  it('has the user centre for those signed in', () => {
    expect(items(APPLICANT, '/search', zhCN)).toContainEqual([
      '用户中心',
      '/manage/person/shopCar',
    ]);
    expect(items(ADMIN, '/search', zhCN).map(([label]) => label)).toContain('全部订单');
  });

  it('marks the page that is shown', () => {
    const here = (path: string) =>
      navItems(APPLICANT, path, zhCN)
        .filter((item) => item.active)
        .map((item) => item.label);
    expect(here('/shopCar')).toEqual(['用户中心']);
    expect(here('/search')).toEqual(['数据订购']);
    expect(here('/news/1')).toEqual(['新闻公告']);
    expect(here('/orderManage/details/7')).toEqual(['我的订单']);
  });
});
