import { type Me, type Order, setToken } from '@scenedock/ui-kit';
import { AUTHORITIES, buildOrder, MENUS, PAGES } from '@scenedock/ui-kit/testing';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { createMemoryRouter, parsePath, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { SessionProvider } from '../session/session';
import { renderPortal } from '../test/portal';
import OrderDetailPage from './OrderDetailPage';
import PickupSheetPage from './PickupSheetPage';

export const ORIGIN = 'http://localhost';
export const URL_OF = `${ORIGIN}/api/orders/7`;

const ME: Me = {
  id: '2',
  loginName: 'admin',
  userName: '管理员',
  role: 'admin',
  unit: null,
  phone: null,
  hasPassword: true,
  authorities: AUTHORITIES.admin,
  pages: PAGES.admin,
  menu: MENUS.admin,
};

export const ORDER = buildOrder({
  dataCount: 1,
  dataPercent: {
    percentStr: '0%',
    allSize: 1,
    isin: 0,
    failed: 0,
    doing: 1,
    bytesDone: 0,
    bytesAll: 1024 ** 3,
    stage: null,
    stagePercent: null,
  },
});

let served: Order = ORDER;

/** What was sent to the order's own addresses. */
export const calls: { path: string; body: unknown }[] = [];

export const server = setupServer(
  http.get(`${ORIGIN}/api/auth/me`, () => HttpResponse.json(ME)),
  http.get(`${ORIGIN}/api/config`, () => HttpResponse.json({ uploadMaxBytes: 1000 })),
  http.get(`${ORIGIN}/api/catalog/tree`, () => HttpResponse.json([])),
  http.get(URL_OF, () => HttpResponse.json(served)),
  http.get(`${URL_OF}/footprint`, () => HttpResponse.json({ wkt: 'GEOMETRYCOLLECTION EMPTY' })),
  http.get(`${URL_OF}/:list`, () => HttpResponse.json({ items: [], total: 0 })),
  http.put(URL_OF, async ({ request }) => {
    calls.push({ path: 'put', body: await request.json() });
    return HttpResponse.json(served);
  }),
  http.post(`${URL_OF}/:verb`, async ({ request, params }) => {
    const text = await request.text();
    calls.push({ path: String(params.verb), body: text === '' ? null : JSON.parse(text) });
    return HttpResponse.json(served);
  }),
);

class NoStream {
  addEventListener(): void {}
  close(): void {}
}

/** The server, the token and the cleaning of every test. */
export function useStage(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    vi.stubGlobal('EventSource', NoStream);
    // jsdom does not scroll.
    Element.prototype.scrollIntoView = () => undefined;
    setToken('token');
  });
  afterEach(() => {
    cleanup();
    server.resetHandlers();
    calls.length = 0;
  });
  afterAll(() => server.close());
}

/** Shows one part by itself. */
export function show(part: ReactNode) {
  renderPortal(part);
}

/** Opens the order's page, or its pick-up sheet. */
export function open(
  order: Partial<Order>,
  path = '/orderManage/details/7',
  state: { from: string } | null = null,
) {
  served = { ...ORDER, ...order };
  const router = createMemoryRouter(
    [
      { path: '/orderManage/details/:id', element: <OrderDetailPage /> },
      { path: '/orderManage/details/:id/pickup', element: <PickupSheetPage /> },
      { path: '/manage/person/orderManage_stayAudit', element: <p>pending list</p> },
      { path: '/order/edit/:id', element: <p>edit page</p> },
      { path: '/error', element: <p>outage</p> },
    ].map((route) => ({ ...route, element: <SessionProvider>{route.element}</SessionProvider> })),
    { initialEntries: [{ ...parsePath(path), state }] },
  );
  renderPortal(<RouterProvider router={router} />);
  return router;
}

/** The names of the order's buttons. */
export async function buttons(): Promise<string[]> {
  const group = await screen.findByRole('group', { name: '操作' });
  return [...group.querySelectorAll('button, a')].map((one) => one.textContent ?? '');
}

export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Presses a button of the dialog that is open, or opens now. */
export async function answer(name: string) {
  const dialogs = await screen.findAllByRole('dialog');
  const dialog = dialogs.at(-1);
  if (dialog === undefined) throw new Error('no dialog');
  fireEvent.click(within(dialog).getByRole('button', { name }));
}
