import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Delivery, Pickup } from '../api/types';
import { LocaleProvider } from '../messages/LocaleProvider';
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
let pickup: Pickup | null = PICKUP;

const server = setupServer(
  http.get('/api/orders/7/delivery', () => HttpResponse.json(served)),
  http.get('/api/orders/7/pickup', () =>
    pickup === null ? new HttpResponse(null, { status: 404 }) : HttpResponse.json(pickup),
  ),
  http.get('/api/config', () =>
    HttpResponse.json({
      ftpClientUrl: 'https://ftp.example/',
      contactTele: '010-1',
      contactAddress: '北京',
    }),
  ),
);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  pickup = PICKUP;
  server.resetHandlers();
});
afterAll(() => server.close());

function open(delivery: Delivery, staff = false) {
  served = delivery;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LocaleProvider>
        <DeliveryDialog
          order={{ id: '7', ordername: 'WP7' }}
          staff={staff}
          contact={<p>whom to ask</p>}
          onClose={() => undefined}
        />
      </LocaleProvider>
    </QueryClientProvider>,
  );
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

  it('labels size and checksum of a file where rows are blocks, and leaves its line to the name', async () => {
    open(ONLINE);
    const row = (await screen.findByRole('link', { name: 'scenes/a 1.tif' })).closest('tr');
    const labels = [...(row?.cells ?? [])].map((cell) => cell.dataset.label);
    expect(labels).toEqual([undefined, '大小', 'SHA-256']);
  });

  it('is a place to go to for an offline copy, which has no address', async () => {
    open(OFFLINE);
    expect(await screen.findByRole('dialog', { name: '离线拷贝联系方式 · WP7' })).toBeTruthy();
    expect(await screen.findByText('010-9999')).toBeTruthy();
    expect(screen.getByText('资料馆 105 室')).toBeTruthy();
    expect(screen.getByText('7.0 GB')).toBeTruthy();
    expect(screen.queryByTestId('address')).toBeNull();
    expect(screen.queryByText('/copies/WP7')).toBeNull();
  });

  it('names the physical path to administrators', async () => {
    open(OFFLINE, true);
    expect(await screen.findByText('/copies/WP7')).toBeTruthy();
  });

  it('lists to administrators what the copy holds, without links', async () => {
    open(OFFLINE, true);
    expect(await screen.findByText('scenes/a 1.tif')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'scenes/a 1.tif' })).toBeNull();
  });

  it('falls back to the contact of the survey, and says that a copy is not staged yet', async () => {
    pickup = null;
    open(OFFLINE, true);
    expect(await screen.findByText('010-1')).toBeTruthy();
    expect(screen.getByText('北京')).toBeTruthy();
    expect(screen.getByText('离线拷贝目录尚未就绪')).toBeTruthy();
    expect(screen.getByText('whom to ask')).toBeTruthy();
  });
});
