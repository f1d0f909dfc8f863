import { type Delivery, type Pickup, setToken } from '@scenedock/ui-kit';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, APPLICANT, everyScreen, openAt, SITE } from '../test/portal';
import { DeliveryDialog } from './DeliveryDialog';

const ONLINE: Delivery = {
  address: 'wp1:secret@ftp.example:2121',
  ftp: 'ftp://ftp.example:2121/',
  https: '/api/orders/7/files/',
  tls: true,
  files: [{ name: 'scenes/a 1.tif', size: 1024, sha256: 'ab'.repeat(32) }],
  expiresAt: '2099-01-01T00:00:00Z',
  physicalPath: null,
};

const OFFLINE: Delivery = { ...ONLINE, address: null, ftp: null, https: null, tls: false };

const PICKUP: Pickup = {
  ordername: 'WP7',
  applyuser: '王工',
  applyUserPhone: '13800000000',
  applyUserUnit: '地质一队',
  productName: '项目甲',
  contactTele: '010-9999',
  contactAddress: '资料馆 105 室',
  dataCount: 12,
  totalSize: 7 * 1024 ** 3,
  preparedAt: '2026-11-21T00:00:00Z',
  expiresAt: '2026-12-21T00:00:00Z',
  physicalPath: '/copies/WP7',
  files: [],
};

let served = ONLINE;

const server = setupServer(
  http.get(`${SITE}/api/orders/7/delivery`, () => HttpResponse.json(served)),
  http.get(`${SITE}/api/orders/7/pickup`, () => HttpResponse.json(PICKUP)),
);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => setToken('token'));
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

function open(delivery: Delivery, who = APPLICANT) {
  served = delivery;
  server.use(...everyScreen(who));
  openAt('/', <DeliveryDialog order={{ id: '7', ordername: 'WP7' }} onClose={() => undefined} />);
}

describe('how to fetch a prepared order', () => {
  it('is an address user:password@host:port, its password covered until asked for', async () => {
    open(ONLINE);
    const address = await screen.findByTestId('address');
    expect(address.textContent).toBe('wp1:••••••••@ftp.example:2121');
    fireEvent.click(screen.getByRole('button', { name: '显示密码' }));
    expect(address.textContent).toBe('wp1:secret@ftp.example:2121');
    const client = await screen.findByRole('link', { name: /推荐使用免费客户端/ });
    expect(client.getAttribute('href')).toBe('https://ftp.example/');
    expect(screen.getByRole('link', { name: 'scenes/a 1.tif' }).getAttribute('href')).toBe(
      '/api/orders/7/files/scenes/a%201.tif',
    );
  });

  it('is a place to go to for an offline copy, which has no address', async () => {
    open(OFFLINE);
    expect(await screen.findByRole('dialog', { name: '离线拷贝联系方式' })).toBeTruthy();
    expect(await screen.findByText('010-9999')).toBeTruthy();
    expect(screen.getByText('资料馆 105 室')).toBeTruthy();
    expect(screen.getByText('7.0 GB')).toBeTruthy();
    expect(screen.queryByTestId('address')).toBeNull();
    expect(screen.queryByText('/copies/WP7')).toBeNull();
  });

  it('names the physical path to administrators', async () => {
    open(OFFLINE, ADMIN);
    expect(await screen.findByText('/copies/WP7')).toBeTruthy();
  });
});
