import { setToken } from '@scenedock/ui-kit';
import { APPLICANT } from '@scenedock/ui-kit/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { App } from './App';
import { ADMIN, everyScreen, openAt, SITE, useServer } from './test/portal';

vi.mock('./orderList/OrderListPage', () => ({ default: () => <h1>list</h1> }));
vi.mock('./orderDetail/OrderDetailPage', () => ({ default: () => <h1>order</h1> }));
vi.mock('./orderForm/CreateOrderPage', () => ({ default: () => <h1>form</h1> }));
vi.mock('./cart/CartPage', () => ({ default: () => <h1>cart</h1> }));
vi.mock('./search/SearchPage', () => ({ default: () => <h1>search</h1> }));
vi.mock('./signin/EntranceFrame', () => ({ EntranceFrame: () => <h2>sign in</h2> }));

const server = useServer([
  ...everyScreen(),
  http.get(`${SITE}/api/catalog/tree`, () => HttpResponse.json([])),
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
    ['/nowhere', '页面不存在或无权访问', '/forbidden'],
    ['/error', '数据目录暂时无法访问', null],
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

  it.each([
    ['/signIn', '/search?dialog=signIn'],
    ['/signIn?next=%2FshopCar', '/search?dialog=signIn&next=%2FshopCar'],
    ['/signIn?next=%2F%2Felsewhere.example', '/search?dialog=signIn'],
    ['/register', '/search?dialog=register'],
  ])('%s opens its dialog over the search', async (address, end) => {
    setToken(null);
    openAt(address, <App />);
    expect(await screen.findByRole('heading', { name: 'sign in' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'search' })).toBeTruthy();
    expect(where()).toBe(end);
  });

  it.each([
    [ADMIN, '/search?dialog=signIn', '/manage/person/orderManage_stayAudit'],
    [ADMIN, '/search?dialog=signIn&c=1%2C2&z=5', '/manage/person/orderManage_stayAudit'],
    [ADMIN, '/search?dialog=signIn&next=%2Fexports', '/exports'],
    [ADMIN, '/search?sat=GF-1&dialog=signIn', '/search?sat=GF-1'],
    [APPLICANT, '/search?dialog=signIn', '/search'],
  ])('leads on whoever is signed in', async (who, address, end) => {
    server.use(...everyScreen(who));
    openAt(address, <App />);
    await waitFor(() => expect(where()).toBe(end));
    server.resetHandlers();
  });

  it('leads on to the back office, which is another app', async () => {
    const replace = vi.fn();
    server.use(...everyScreen(ADMIN));
    vi.stubGlobal('location', { ...window.location, replace });
    const wish = '/admin/#/user?page=2';
    openAt(`/search?dialog=signIn&next=${encodeURIComponent(wish)}`, <App />);
    await waitFor(() => expect(replace).toHaveBeenCalledWith(wish));
    vi.unstubAllGlobals();
    server.resetHandlers();
  });

  it('leads to the page of an outage where the catalogue does not answer, and back', async () => {
    server.use(http.get(`${SITE}/api/catalog/tree`, () => HttpResponse.json({}, { status: 500 })));
    openAt('/inbox', <App />);
    expect(await screen.findByRole('heading', { name: '数据目录暂时无法访问' })).toBeTruthy();
    expect(where()).toBe('/error?from=%2Finbox');
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('仍然无法访问，请稍后再试。')).toBeTruthy();
    server.resetHandlers();
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(where()).toBe('/inbox'));
  });

  it.each(['/inbox', '/manage/person/orderManage_stayAudit?page=2'])(
    '%s wants a guest to sign in first and come back',
    async (address) => {
      setToken(null);
      openAt(address, <App />);
      expect(await screen.findByRole('heading', { name: 'sign in' })).toBeTruthy();
      expect(where()).toBe(`/search?dialog=signIn&next=${encodeURIComponent(address)}`);
    },
  );
});
