import { setToken } from '@scenedock/ui-kit';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { App } from './App';
import { ADMIN, everyScreen, openAt, SITE, useServer } from './test/portal';

vi.mock('./orderList/OrderListPage', () => ({ default: () => <h1>list</h1> }));
vi.mock('./orderDetail/OrderDetailPage', () => ({ default: () => <h1>order</h1> }));
vi.mock('./orderForm/CreateOrderPage', () => ({ default: () => <h1>form</h1> }));
vi.mock('./cart/CartPage', () => ({ default: () => <h1>cart</h1> }));
vi.mock('./search/SearchPage', () => ({ default: () => <h1>search</h1> }));
vi.mock('./signin/SignInPage', () => ({ default: () => <h1>sign in</h1> }));

const server = useServer([
  ...everyScreen(),
  http.get(`${SITE}/api/:list`, () => HttpResponse.json({ items: [], total: 0, unread: 0 })),
  http.get(`${SITE}/api/inbox/settings`, () =>
    HttpResponse.json({ mailNotices: true, language: 'zh-CN' }),
  ),
]);

const where = () => screen.getByTestId('where').textContent;

describe('addresses of the portal', () => {
  it.each([
    ['/manage/person/orderManage_staySubmit?page=2', 'list', null],
    ['/orderManage/staySubmit?page=2', 'list', '/manage/person/orderManage_staySubmit?page=2'],
    ['/orderManage', 'list', '/manage/person/orderManage'],
    ['/manage', 'list', '/manage/person/orderManage'],
    ['/manage/person/shopCar', 'cart', '/shopCar'],
    ['/manage/person/orderManage_details/7', 'order', '/orderManage/details/7'],
    ['/manage/person/conventionOrderCreate/1', 'form', '/order/create/1'],
    ['/manage/person/personDetail', '个人信息', '/account'],
    ['/inbox', '消息', null],
    ['/exports', '我的导出', null],
    ['/manage/person/role', '页面不存在或无权访问', '/forbidden'],
    ['/nowhere', '页面不存在或无权访问', null],
  ])('%s shows %s', async (address, title, end) => {
    openAt(address, <App />);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(where()).toBe(end ?? address);
  });

  it('says in its title that a page is not for this person', async () => {
    server.use(...everyScreen(ADMIN));
    openAt('/shopCar', <App />);
    expect(await screen.findByText('没有权限')).toBeTruthy();
    await waitFor(() => expect(document.title).toMatch(/^没有权限 - /));
    server.resetHandlers();
  });

  it.each(['/inbox', '/manage/person/orderManage_stayAudit?page=2'])(
    '%s wants a guest to sign in first and come back',
    async (address) => {
      setToken(null);
      openAt(address, <App />);
      expect(await screen.findByRole('heading', { name: 'sign in' })).toBeTruthy();
      expect(where()).toBe(`/signIn?next=${encodeURIComponent(address)}`);
    },
  );
});
