import { zhCN as m, type Notice } from '@scenedock/ui-kit';
import { buildNotice } from '@scenedock/ui-kit/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everyScreen, openAt, refusal, SITE, useServer } from '../test/portal';
import { InboxBell } from './InboxBell';
import InboxPage from './InboxPage';

const notice = (id: number, read: boolean) => buildNotice(id, { read });

let notices: Notice[] = [];
const asked: string[] = [];
const marked: unknown[] = [];

const server = useServer([
  ...everyScreen(),
  http.get(`${SITE}/api/inbox`, ({ request }) => {
    const { search, searchParams } = new URL(request.url);
    asked.push(search);
    const items = notices.filter((one) => searchParams.get('unread') !== 'true' || !one.read);
    const unread = notices.filter((one) => !one.read).length;
    return HttpResponse.json({ items, total: items.length > 0 ? 45 : 0, unread });
  }),
  http.post(`${SITE}/api/inbox/read`, async ({ request }) => {
    const body = (await request.json()) as { ids?: number[]; all?: boolean };
    marked.push(body);
    notices = notices.map((one) => ({
      ...one,
      read: one.read || body.all === true || (body.ids ?? []).includes(one.id),
    }));
    return HttpResponse.json({ unread: 0 });
  }),
]);

beforeEach(() => {
  notices = [notice(3, false), notice(2, false), notice(1, true)];
});
afterEach(() => {
  asked.length = 0;
  marked.length = 0;
});

const where = () => screen.getByTestId('where').textContent;

describe('the bell', () => {
  const open = () => openAt('/search', <InboxBell />);
  const bell = (n: number) => screen.findByRole('button', { name: m.inbox.bell(n) });

  it('counts what is unread and leads to the order, which reads the notice', async () => {
    open();
    fireEvent.click(await bell(2));
    const newest = await screen.findByRole('dialog', { name: m.inbox.title });
    fireEvent.click(within(newest).getByRole('link', { name: /您的订单 3 / }));
    expect(where()).toBe('/orderManage/details/o3');
    await waitFor(() => expect(marked).toEqual([{ ids: [3] }]));
    await bell(1);
  });

  it('leads from what subscriptions brought to these', async () => {
    const digest = { kind: 'subscription_digest', orderId: null, ordername: '' } as const;
    notices = [{ ...notice(4, false), ...digest }];
    open();
    fireEvent.click(await bell(1));
    fireEvent.click(await screen.findByRole('link', { name: /订阅日报/ }));
    expect(where()).toBe('/subscriptions');
    await waitFor(() => expect(marked).toEqual([{ ids: [4] }]));
  });

  it('marks all as read', async () => {
    open();
    fireEvent.click(await bell(2));
    fireEvent.click(await screen.findByRole('button', { name: '全部标为已读' }));
    await waitFor(() => expect(marked).toEqual([{ all: true }]));
    await screen.findByRole('button', { name: m.inbox.bell(0), hidden: true });
  });

  it('says when there is nothing, and when it cannot be read', async () => {
    notices = [];
    open();
    fireEvent.click(await bell(0));
    expect(await screen.findByText('暂无消息')).toBeTruthy();
    cleanup();
    server.use(http.get(`${SITE}/api/inbox`, () => refusal(503, '数据库暂不可用')));
    open();
    fireEvent.click(await bell(0));
    expect(await screen.findByText('数据库暂不可用')).toBeTruthy();
  });
});

describe('the inbox', () => {
  const open = (address = '/inbox') =>
    openAt(
      address,
      <Routes>
        <Route path="/inbox" element={<InboxPage />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>,
    );

  it('shows all notices or the unread ones, and the address says which', async () => {
    open();
    await screen.findByText('您的订单 1 的数据已准备完成');
    fireEvent.click(screen.getByRole('button', { name: '未读 2' }));
    await waitFor(() => expect(screen.queryByText('您的订单 1 的数据已准备完成')).toBeNull());
    expect(where()).toBe('/inbox?filter=unread');
    expect(asked.at(-1)).toBe('?unread=true&page=1&pageSize=20');
  });

  it('turns pages in the address', async () => {
    open('/inbox?filter=unread&page=2');
    await screen.findByText('您的订单 3 的数据已准备完成');
    expect(asked).toEqual(['?unread=true&page=2&pageSize=20']);
    fireEvent.click(screen.getByRole('button', { name: '下一页' }));
    await waitFor(() => expect(where()).toBe('/inbox?filter=unread&page=3'));
  });

  it('shows the last page where the address names one that is gone', async () => {
    server.use(
      http.get(`${SITE}/api/inbox`, ({ request }) => {
        const isThere = Number(new URL(request.url).searchParams.get('page')) <= 3;
        return HttpResponse.json({
          items: isThere ? [notice(3, false)] : [],
          total: 45,
          unread: 1,
        });
      }),
    );
    open('/inbox?page=9');
    await screen.findByRole('link', { name: /您的订单 3 / });
    expect(where()).toBe('/inbox?page=3');
  });

  it('marks one and all as read', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: '标为已读 WP2' }));
    await waitFor(() => expect(marked).toEqual([{ ids: [2] }]));
    await waitFor(() => expect(screen.queryByRole('button', { name: '标为已读 WP2' })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: '全部标为已读' }));
    await waitFor(() => expect(marked).toEqual([{ ids: [2] }, { all: true }]));
    await screen.findByRole('button', { name: '未读 0' });
  });

  it('leads from a notice to its order', async () => {
    open();
    fireEvent.click(await screen.findByRole('link', { name: /您的订单 1 / }));
    expect(where()).toBe('/orderManage/details/o1');
    expect(marked).toEqual([]);
  });

  it('leads from a notice of a result to the results', async () => {
    const refused = { kind: 'result_refused', orderId: null, ordername: 'C000012' } as const;
    notices = [buildNotice(9, { ...refused, text: '您的成果C000012未通过核实' })];
    open();
    fireEvent.click(await screen.findByRole('link', { name: /成果未通过核实/ }));
    expect(where()).toBe('/results');
    await waitFor(() => expect(marked).toEqual([{ ids: [9] }]));
  });

  it('offers all that was prepared beside the notice that tells of it', async () => {
    const url = '/api/orders/o2/files/package/WP2.zip';
    const file = { name: 'WP2.zip', url, size: 2 * 1024 ** 2, sha256: 'ab'.repeat(32) };
    notices = [notice(3, false), { ...notice(2, false), downloads: [file] }];
    open();
    const link = await screen.findByRole('link', { name: '下载全部 WP2 (打包后 2.0 MB)' });
    expect(link.getAttribute('href')).toBe(url);
    expect(link.getAttribute('download')).toBe('WP2.zip');
    const row = within(screen.getByText(/您的订单 2 /).closest('li') ?? document.body);
    expect(row.getByRole('link', { name: /^下载全部/ })).toBe(link);
    expect(screen.getAllByRole('link', { name: /^下载全部/ })).toEqual([link]);
  });

  it('tells what the server objects to', async () => {
    server.use(http.post(`${SITE}/api/inbox/read`, () => refusal(503, '数据库暂不可用')));
    open();
    fireEvent.click(await screen.findByRole('button', { name: '标为已读 WP2' }));
    expect(await screen.findByText('数据库暂不可用')).toBeTruthy();
  });
});
