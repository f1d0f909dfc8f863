import { type Scene, setToken } from '@scenedock/ui-kit';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keptSelection } from '../session/orderSelection';
import { everyScreen, openAt, SITE } from '../test/portal';
import CartPage from './CartPage';

const scene = (dataid: string, datatype: number): Scene => ({
  dataid,
  dataname: `景 ${dataid}`,
  datatype,
  satelite: 'GF1',
  sensor: 'PMS',
  nodeid: 1,
  datasize: 3 * 1024 ** 3,
  scenedate: null,
  receivetime: '2026-01-01T00:00:00Z',
  wktresponse: null,
  cloud: null,
  imageurl: null,
  exists: true,
});

let cart: Scene[] = [];
const exported: unknown[] = [];

const server = setupServer(
  ...everyScreen(),
  http.get(`${SITE}/api/cart`, () => HttpResponse.json({ items: cart, total: cart.length })),
  http.post(`${SITE}/api/exports`, async ({ request }) => {
    exported.push(await request.json());
    return HttpResponse.json({ uuid: 'u' }, { status: 202 });
  }),
);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => setToken('token'));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  exported.length = 0;
});
afterAll(() => server.close());

function open(scenes: Scene[]) {
  cart = scenes;
  openAt(
    '/shopCar',
    <Routes>
      <Route path="/shopCar" element={<CartPage />} />
      <Route path="/order/create/:type" element={<p>the form</p>} />
    </Routes>,
  );
}

const button = (name: string) => screen.findByRole('button', { name });

describe('ordering from the cart', () => {
  it('takes everything that is chosen when it is of one kind', async () => {
    open([scene('a', 0), scene('b', 3)]);
    fireEvent.click(await screen.findByRole('checkbox', { name: '景 b' }));
    fireEvent.click(await button('订购'));
    expect(await screen.findByText('the form')).toBeTruthy();
    expect(keptSelection()).toEqual(['a']);
    expect(screen.getByTestId('where').textContent).toBe('/order/create/0');
  });

  it('splits archive data from product data', async () => {
    open([scene('a', 0), scene('b', 1), scene('c', 2)]);
    expect(await screen.findByText(/档案数据与产品数据须分别下单/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: '订购' })).toBeNull();
    fireEvent.click(await button('订购档案数据（1）'));
    expect(keptSelection()).toEqual(['b']);
    cleanup();
    open(cart);
    fireEvent.click(await button('订购产品数据（2）'));
    expect(keptSelection()).toEqual(['a', 'c']);
  });

  it('says that an order over the limit is an offline copy, counting each kind by itself', async () => {
    open([scene('a', 0), scene('b', 1)]);
    await button('订购档案数据（1）');
    expect(screen.queryByText(/只能离线拷贝/)).toBeNull();
    cleanup();
    open([scene('a', 0), scene('b', 2)]);
    expect(await screen.findByText(/只能离线拷贝/)).toBeTruthy();
  });

  it('wants a choice', async () => {
    open([scene('a', 0)]);
    fireEvent.click(await screen.findByRole('checkbox', { name: '景 a' }));
    fireEvent.click(await button('订购'));
    expect(await screen.findByText('请选择数据！')).toBeTruthy();
  });
});

describe('exporting from the cart', () => {
  it('takes what is chosen', async () => {
    open([scene('a', 0), scene('b', 0)]);
    fireEvent.click(await screen.findByRole('checkbox', { name: '景 a' }));
    fireEvent.click(await button('导出'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Excel' }));
    await button('正在导出 Excel…');
    expect(exported).toEqual([{ kind: 'xlsx', dataIds: ['b'] }]);
  });

  it('wants a choice', async () => {
    open([scene('a', 0)]);
    fireEvent.click(await screen.findByRole('checkbox', { name: '景 a' }));
    fireEvent.click(await button('导出'));
    expect(await screen.findByText('请选择要导出的数据！')).toBeTruthy();
    expect(exported).toEqual([]);
  });
});
