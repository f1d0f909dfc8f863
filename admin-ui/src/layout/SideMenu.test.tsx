import { setToken } from '@scenedock/ui-kit';
import { render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ORDER_LISTS } from '../orders/list/lists';
import { Stage } from '../test/Stage';
import { ADMIN, problem, server, useServer } from '../test/server';
import { HomePage } from './HomePage';
import { OFFICE_PAGES } from './menuPages';
import { SideMenu } from './SideMenu';

useServer();

beforeEach(() => {
  server.use(
    http.get('/api/orders', () => HttpResponse.json({ items: [], total: 0 })),
    http.get('/api/dashboard', () => problem(503, 'unavailable', '服务暂不可用')),
    http.get('/api/inbox', () => HttpResponse.json({ items: [], total: 0, unread: 0 })),
  );
});

// The browser of the tests has none.
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

/** Signs in somebody whom the server offers these pages, whatever the authorities say. */
async function show(office: readonly string[]) {
  setToken(`t-${office.join('-')}`);
  const me = { ...ADMIN, pages: { portal: [], office } };
  server.use(http.get('/api/auth/me', () => HttpResponse.json(me)));
  render(
    <Stage at="/">
      <SideMenu />
      <HomePage />
    </Stage>,
  );
  const menu = within(screen.getByRole('navigation'));
  await menu.findAllByRole('link');
  return menu.getAllByRole('link').map(({ textContent }) => textContent?.replace(/\d+$/, ''));
}

it('offers what the server says, and begins with the first page there is', async () => {
  expect(await show(['inbox', 'roles', 'news'])).toEqual(['消息', '角色权限', '新闻']);
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/role'));
});

it('has a place for every page', async () => {
  const links = await show(OFFICE_PAGES);
  expect(links.slice(0, 2)).toEqual(['工作台', '审核台']);
  // All the lists of orders are one page of these.
  expect(links.length).toBe(OFFICE_PAGES.length - 1 + ORDER_LISTS.length);
});

it('brings the line of the page that is open into sight', async () => {
  const views: unknown[] = [];
  Element.prototype.scrollIntoView = function (this: Element, options) {
    views.push([this.textContent, options]);
  };
  await show(['inbox', 'roles', 'news']);
  await waitFor(() => expect(views).toEqual([['角色权限', { block: 'nearest' }]]));
});
