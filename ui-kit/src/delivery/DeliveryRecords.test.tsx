import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Order } from '../api/types';
import { LocaleProvider } from '../messages/LocaleProvider';
import { DeliveryRecords } from './DeliveryRecords';

const record = (number: number, round: number) => ({
  ...{ number, round, openedAt: '2026-11-21T02:30:00Z', sceneCount: 2, sceneBytes: 1536 },
});

let calls = 0;
let items = [record(12, 2), record(5, 1)];

const server = setupServer(
  http.get('/api/orders/7/records', () => {
    calls += 1;
    return HttpResponse.json({ items });
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  calls = 0;
});
afterAll(() => server.close());

function show(sstatus: Order['sstatus']) {
  render(
    <LocaleProvider>
      <QueryClientProvider client={new QueryClient()}>
        <p>订单</p>
        <DeliveryRecords
          order={{ id: '7', sstatus }}
          frame={(title, list) => <section aria-label={title}>{list}</section>}
        />
      </QueryClientProvider>
    </LocaleProvider>,
  );
}

it('offers each delivery as PDF and JSON', async () => {
  show(7);
  const records = await screen.findByRole('region', { name: '交付记录' });
  within(records).getByText('登记号 12 · 2026-11-21 10:30 · 2 景 · 1.5 KB');
  const pdf = within(records).getByRole('link', { name: '下载第 1 次交付的 PDF 记录' });
  expect(pdf.getAttribute('href')).toBe('/api/orders/7/records/5?format=pdf');
  const json = within(records).getByRole('link', { name: '下载第 2 次交付的 JSON 记录' });
  expect(json.getAttribute('href')).toBe('/api/orders/7/records/12?format=json');
  const verify = within(records).getByRole('link', { name: '签名文件核验' });
  expect(verify.getAttribute('href')).toBe('/verify');
});

it('asks for nothing before there was a delivery', async () => {
  show(1);
  await screen.findByText('订单');
  expect(calls).toBe(0);
  expect(screen.queryByRole('region')).toBeNull();
});

it('takes no room while an order has no record', async () => {
  items = [];
  show(3);
  await expect.poll(() => calls).toBe(1);
  expect(screen.queryByRole('region')).toBeNull();
});
