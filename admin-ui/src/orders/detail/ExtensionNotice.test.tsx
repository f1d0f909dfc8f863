import type { Order, OrderEvent } from '@scenedock/ui-kit';
import { buildOrder, buildOrderEvent, recording } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { Stage } from '../../test/Stage';
import { server, useServer } from '../../test/server';
import { ExtensionNotice } from './ExtensionNotice';
import { extensionAsked } from './extensionAsked';
import { TimelinePanel } from './TimelinePanel';

useServer();

function event(action: string, hour: number) {
  const at = `2026-11-21T${String(hour).padStart(2, '0')}:00:00Z`;
  return buildOrderEvent(at, action, { role: 'owner', from: 6, to: 6, text: '网络较慢' });
}

const sent: unknown[] = [];

function show(events: OrderEvent[], changes: Partial<Order> = {}) {
  sent.length = 0;
  server.use(
    http.get('/api/orders/7/events', () =>
      HttpResponse.json({ items: events, total: events.length }),
    ),
    recording(http.post, '/api/orders/7/extension', sent, buildOrder({ sstatus: 6 })),
  );
  const shown = buildOrder({
    sstatus: 6,
    actions: ['extend'],
    expiresAt: '2026-11-29T03:04:05Z',
    ...changes,
  });
  render(
    <Stage>
      <ExtensionNotice order={shown} />
    </Stage>,
  );
}

describe('a request for more time', () => {
  it('is open until something answers it', () => {
    expect(extensionAsked([event('request_extension', 3)])?.text).toBe('网络较慢');
    expect(extensionAsked([event('extend', 4), event('request_extension', 3)])).toBeUndefined();
    expect(extensionAsked([event('extend', 2), event('request_extension', 3)])).toBeDefined();
    expect(extensionAsked([])).toBeUndefined();
  });

  it('stands at the top with its reason and is granted with one press', async () => {
    show([event('request_extension', 3)]);
    await screen.findByText(/网络较慢/);
    fireEvent.click(screen.getByRole('button', { name: '同意延长 7 天' }));
    await screen.findByText('延期成功！');
    expect(sent).toEqual([{ days: 7 }]);
  });

  it('may be granted with other days, whose date is shown', async () => {
    show([event('request_extension', 3)]);
    fireEvent.click(await screen.findByRole('button', { name: '其他天数' }));
    const days = screen.getByLabelText('延长天数（1-90）');
    fireEvent.change(days, { target: { value: '91' } });
    screen.getByText('请输入 1 到 90 之间的整数');
    fireEvent.change(days, { target: { value: '10' } });
    screen.getByText('延长后有效期至 2026-12-09 11:04');
    fireEvent.click(screen.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(sent).toEqual([{ days: 10 }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is not shown where the server does not let it be granted', async () => {
    show([event('request_extension', 3)], { actions: [] });
    render(
      <Stage>
        <TimelinePanel orderId="7" />
      </Stage>,
    );
    await screen.findByText('网络较慢');
    expect(screen.queryByRole('button', { name: '同意延长 7 天' })).toBeNull();
  });
});
