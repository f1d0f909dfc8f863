import { buildNotice, recording } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { InboxBell } from './InboxBell';
import { InboxPage } from './InboxPage';

useServer();

const NOTICE = buildNotice(5, {
  kind: 'extension_requested',
  text: '王建国申请延期：网络较慢',
  orderId: 'o1',
  ordername: '20261120WP1',
});

const asked: URLSearchParams[] = [];
const read: unknown[] = [];
let unread = 1;
let notices = [NOTICE];

beforeEach(() => {
  notices = [NOTICE];
  asked.length = 0;
  read.length = 0;
  unread = 1;
  server.use(
    http.get('/api/inbox', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const items = unread === 0 && query.get('unread') === 'true' ? [] : notices;
      return HttpResponse.json({
        items: items.map((one) => ({ ...one, read: unread === 0 })),
        total: items.length,
        unread,
      });
    }),
    http.post('/api/inbox/read', async ({ request }) => {
      read.push(await request.json());
      unread = 0;
      return new HttpResponse(null, { status: 204 });
    }),
    http.get('/api/inbox/settings', () =>
      HttpResponse.json({ mailNotices: true, language: 'zh-CN' }),
    ),
  );
});

function show(at = '/inbox') {
  render(
    <Stage at={at}>
      <InboxBell />
      <InboxPage addressOf={(id) => `/to/${id}`} />
    </Stage>,
  );
}

describe('the inbox', () => {
  it('tells what happened and leads to the order', async () => {
    show();
    await screen.findByText('王建国申请延期：网络较慢');
    screen.getByText('申请延期');
    const link = screen.getByRole('link', { name: '20261120WP1' });
    expect(link.getAttribute('href')).toBe('/to/o1');
    fireEvent.click(link);
    await waitFor(() => expect(read).toEqual([{ ids: [5] }]));
  });

  it('counts what is unread on the bell, also after everything was read', async () => {
    show();
    await screen.findByRole('link', { name: '消息，1 条未读' });
    fireEvent.click(screen.getByRole('button', { name: '全部标为已读' }));
    await screen.findByRole('link', { name: '消息，没有未读' });
    expect(read).toEqual([{ all: true }]);
  });

  it('offers all that was prepared beside the notice that tells of it', async () => {
    const url = '/api/orders/o2/files/package/20261121WP2.zip';
    const file = { name: '20261121WP2.zip', url, size: 2 * 1024 ** 2, sha256: 'ab'.repeat(32) };
    const prepared = { kind: 'prepared', ordername: '20261121WP2', orderId: 'o2' } as const;
    notices = [NOTICE, buildNotice(6, { ...prepared, downloads: [file] })];
    show();
    const name = '下载全部 20261121WP2 (打包后 2.0 MB)';
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toBe(url);
    expect(link.getAttribute('download')).toBe('20261121WP2.zip');
    const row = screen.getByRole('link', { name: '20261121WP2' }).closest('li');
    expect(row?.contains(link)).toBe(true);
    expect(screen.getAllByRole('link', { name: /^下载全部/ })).toEqual([link]);
  });

  it('keeps in the address what is shown', async () => {
    show('/inbox?filter=unread&page=1');
    await screen.findByText('王建国申请延期：网络较慢');
    expect(asked.some((query) => query.get('pageSize') === '20' && query.has('unread'))).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: '全部' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/inbox'));
  });

  it('switches mail off', async () => {
    const sent: unknown[] = [];
    server.use(
      recording(http.put, '/api/inbox/settings', sent, { mailNotices: false, language: 'zh-CN' }),
    );
    show();
    fireEvent.click(await screen.findByRole('switch', { name: '邮件通知' }));
    await screen.findByText('保存成功');
    expect(sent).toEqual([{ mailNotices: false, language: 'zh-CN' }]);
  });

  it("shows the server's words when it cannot be read", async () => {
    server.use(http.get('/api/inbox', () => problem(503, 'unavailable', '请稍后再试！')));
    show();
    await screen.findByText('请稍后再试！');
  });
});
