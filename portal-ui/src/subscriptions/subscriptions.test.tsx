import type { Backfill, SubscribedScene, Subscription } from '@scenedock/ui-kit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choose, everyScreen, openAt, renderPortal, SITE, useServer } from '../test/portal';
import { SubscribeDialog } from './SubscribeDialog';
import SubscriptionPage from './SubscriptionPage';
import SubscriptionsPage from './SubscriptionsPage';
import { attachPapers, takesPapers } from './testPapers';
import { SUBSCRIPTION } from './testSubscription';
import { TARGET } from './testTarget';

vi.mock('../map/LazyMap', () => ({ LazyMap: () => <div>map</div> }));

const MISSED: SubscribedScene = {
  id: 'm1',
  dataname: 'GF1_A',
  dataid: 'a',
  round: 2,
  size: 1024,
  path: 'S000012/a_1_r2.tif',
  state: 'missed',
  sending: false,
  matchedAt: '2026-11-25T01:00:00Z',
  dueAt: '2026-11-25T01:00:00Z',
  endedAt: '2026-11-25T02:00:00Z',
  failure: '目录中没有该景',
  failureMessage: { code: 'failure.not_in_catalogue' },
  heldBy: null,
  sha256: null,
  withdrawal: null,
};

const WITHDRAWN: SubscribedScene = {
  ...MISSED,
  id: 'm2',
  dataname: 'GF1_B',
  dataid: null,
  state: 'withdrawn',
  failure: null,
  failureMessage: null,
  sha256: '07',
  withdrawal: {
    withdrawnAt: '2026-11-26T01:00:00Z',
    reason: '定位超差',
    state: 'waiting',
    endedAt: null,
    failure: '推送目标暂时不可用',
    failureMessage: null,
  },
};

const BACKFILL: Backfill = {
  id: 'b1',
  basis: 'acquired',
  from: '2024-12-31T16:00:00Z',
  to: '2025-12-31T15:59:59.999999Z',
  state: 'running',
  found: 250_000,
  chosen: 100_000,
  looked: 25_000,
  matched: 24_000,
  delivered: 20_000,
  waiting: 3000,
  missed: 1000,
  createdAt: '2026-11-25T01:00:00Z',
  endedAt: null,
  takenBack: false,
};

let backfills: Backfill[] = [];
let items: Subscription[] = [];
let sent: unknown[] = [];
const server = useServer([
  ...everyScreen(),
  http.get(`${SITE}/api/subscriptions`, () => HttpResponse.json({ items, total: items.length })),
  http.get(`${SITE}/api/subscriptions/s1`, () => HttpResponse.json(SUBSCRIPTION)),
  http.get(`${SITE}/api/subscriptions/s1/flow`, () =>
    HttpResponse.json([{ day: '2026-11-25', matched: 9, delivered: 4, missed: 1, withdrawn: 2 }]),
  ),
  http.get(`${SITE}/api/subscriptions/s1/area`, () =>
    HttpResponse.json({ bounds: null, outline: null }),
  ),
  http.get(`${SITE}/api/subscriptions/s1/scenes`, () =>
    HttpResponse.json({ items: [MISSED, WITHDRAWN], total: 2 }),
  ),
  http.get(`${SITE}/api/subscriptions/s1/backfills`, () => HttpResponse.json(backfills)),
  http.post(`${SITE}/api/subscriptions/s1/backfills`, async ({ request }) => {
    sent.push(await request.json());
    return new HttpResponse(null, { status: 204 });
  }),
  http.post(`${SITE}/api/subscriptions/s1/backfills/preview`, () =>
    HttpResponse.json({ scenes: 120_000, new: 99_000, bytes: 3 * 1024 ** 4, most: 100_000 }),
  ),
  http.post(`${SITE}/api/subscriptions/s1/backfills/b1/cancel`, () => {
    sent.push('cancel');
    return new HttpResponse(null, { status: 204 });
  }),
  http.post(`${SITE}/api/subscriptions/backfill-preview`, () =>
    HttpResponse.json({ scenes: 41, new: 41, bytes: 1024 ** 3, most: 100_000 }),
  ),
  http.post(`${SITE}/api/subscriptions/steps`, async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ done: [SUBSCRIPTION], refused: [] });
  }),
  http.post(`${SITE}/api/subscriptions/preview`, () =>
    HttpResponse.json({ scenes: 37, bytes: 81 * 1024 ** 3, days: 30 }),
  ),
  http.post(`${SITE}/api/subscriptions`, async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json(SUBSCRIPTION, { status: 201 });
  }),
  http.get(`${SITE}/api/push-targets`, () => HttpResponse.json({ items: [TARGET], total: 1 })),
  takesPapers,
]);

beforeEach(() => {
  items = [SUBSCRIPTION];
  backfills = [];
  sent = [];
});

describe('the subscriptions of a person', () => {
  it('say where they stand, what that means and what they have brought', async () => {
    openAt('/subscriptions', <SubscriptionsPage />);
    const list = within(await screen.findByRole('list', { name: '我的订阅' }));
    list.getByText('目标不可用');
    list.getByText(/恢复后按顺序补推/);
    list.getByText(/匹配 7 = 送达 4 \+ 待推送 2 \+ 未送达 1/);
    list.getByText('指定范围 · GF1 · 云量不超过 20% · 入库后立即 · 延迟 1 小时 · 省中心');
  });

  it('are paused several at once', async () => {
    items = [SUBSCRIPTION, { ...SUBSCRIPTION, id: 's2', name: '另一个' }];
    openAt('/subscriptions', <SubscriptionsPage />);
    fireEvent.click(await screen.findByRole('checkbox', { name: '选择 汛期监测' }));
    fireEvent.click(screen.getByRole('checkbox', { name: '选择 另一个' }));
    const bar = within(screen.getByText('已选 2 个').parentElement as HTMLElement);
    fireEvent.click(bar.getByRole('button', { name: '暂停' }));
    await waitFor(() => expect(sent).toEqual([{ ids: ['s1', 's2'], step: 'pause' }]));
  });

  it('lead to their search, where it can be changed', async () => {
    items = [SUBSCRIPTION, { ...SUBSCRIPTION, id: 's2', state: 'suspended' }];
    openAt('/subscriptions', <SubscriptionsPage />);
    const links = await screen.findAllByRole('link', { name: '修改检索条件' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/search?satellites=GF1&subscription=s1',
    ]);
  });

  it('end when they did after another change', async () => {
    server.use(
      http.put(`${SITE}/api/subscriptions/s1`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(SUBSCRIPTION);
      }),
    );
    openAt('/subscriptions', <SubscriptionsPage />);
    fireEvent.click(await screen.findByRole('button', { name: '修改' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('名称'), { target: { value: '汛期' } });
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ name: '汛期', validUntil: SUBSCRIPTION.validUntil });
  });

  it('show their last page where the address names one that is gone', async () => {
    server.use(
      http.get(`${SITE}/api/subscriptions`, ({ request }) => {
        const isThere = Number(new URL(request.url).searchParams.get('page')) <= 2;
        return HttpResponse.json({ items: isThere ? items : [], total: 21 });
      }),
    );
    openAt('/subscriptions?page=9', <SubscriptionsPage />);
    await screen.findByRole('list', { name: '我的订阅' });
    await waitFor(() =>
      expect(screen.getByTestId('where').textContent).toBe('/subscriptions?page=2'),
    );
  });

  it('lead to the search where there are none', async () => {
    items = [];
    openAt('/subscriptions', <SubscriptionsPage />);
    await screen.findByText('还没有订阅');
    expect(screen.getByRole('link', { name: '去检索' }).getAttribute('href')).toBe('/search');
  });
});

describe('one subscription', () => {
  it('shows every miss with its reason', async () => {
    openAt(
      '/subscriptions/s1',
      <Routes>
        <Route path="/subscriptions/:id" element={<SubscriptionPage />} />
      </Routes>,
    );
    await screen.findByText('GF1_A');
    expect(await screen.findAllByText('第 2 版')).toHaveLength(2);
    screen.getByText('目录中没有该景');
    screen.getByText('2026-11-25', { selector: 'td' });
    screen.getByRole('tab', { name: '未送达 1' });
    screen.getByRole('tab', { name: '已撤回 0' });
    screen.getByText(/从目录撤回：定位超差/);
    screen.getByText(/等待删除目标上的文件并写入撤回说明。 推送目标暂时不可用/);
  });
});

describe('the flow of a subscription', () => {
  beforeEach(() => {
    // Nothing has a size here.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      const isChart = this.classList.contains('recharts-responsive-container');
      return isChart ? new DOMRect(0, 0, 640, 240) : new DOMRect(0, 0, 20, 10);
    });
  });
  afterEach(() => vi.restoreAllMocks());

  it('is a chart whose bars differ without colour, and a table of its numbers', async () => {
    openAt(
      '/subscriptions/s1',
      <Routes>
        <Route path="/subscriptions/:id" element={<SubscriptionPage />} />
      </Routes>,
    );
    const chart = await screen.findByRole('img', { name: /每日匹配数据的推送情况图/ });
    const patterns = await waitFor(() => {
      const found = chart.querySelectorAll('pattern');
      expect(found.length).toBe(4);
      return found;
    });
    const marks = new Set(
      [...patterns].map((one) => one.querySelector('path')?.getAttribute('d') ?? 'none'),
    );
    expect(marks.size).toBe(4);
    // Each bar is filled with its own.
    const grounds = new Set([...patterns].map((one) => `url(#${one.id})`));
    await waitFor(() => {
      const filled = [...chart.querySelectorAll('.recharts-bar-rectangle [fill]')];
      expect(new Set(filled.map((one) => one.getAttribute('fill')))).toEqual(grounds);
    });
    const table = within(screen.getByRole('table', { name: '最近 30 天' }));
    const cells = table
      .getAllByRole('row')
      .map((row) => [...row.children].map((one) => one.textContent));
    expect(cells).toEqual([
      ['日期', '匹配', '已送达', '待推送', '未送达', '已撤回'],
      ['2026-11-25', '9', '4', '2', '1', '2'],
    ]);
  });
});

describe('scenes that were there before', () => {
  const open = () =>
    openAt(
      '/subscriptions/s1',
      <Routes>
        <Route path="/subscriptions/:id" element={<SubscriptionPage />} />
      </Routes>,
    );

  it('are counted before they are asked for', async () => {
    open();
    await screen.findByText('没有补推过历史数据');
    fireEvent.click(screen.getByRole('button', { name: '补推历史数据' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/符合条件 120,000 景，将推送 99,000 景，共 3/);
    dialog.getByText(/一次最多补推 100,000 景/);
    await choose(dialog.getByLabelText('按日期'), '接收日期');
    fireEvent.click(dialog.getByRole('button', { name: '开始补推' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ basis: 'received' });
  });

  it('show how far they are, and are cancelled', async () => {
    backfills = [BACKFILL];
    open();
    await screen.findByText(/已匹配 25,000 \/ 100,000 景/);
    screen.getByText(/送达 20,000 · 待推送 3,000 · 未送达 1,000/);
    screen.getByText(/共找到 250,000 景，取最近拍摄的 100,000 景/);
    screen.getByText('拍摄日期 2025-01-01 – 2025-12-31');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    expect(screen.getByRole('button', { name: '补推历史数据' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: '取消补推' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(sent).toEqual(['cancel']));
  });
});

describe('subscribing to a search', () => {
  it('asks for what was there too', async () => {
    const close = vi.fn();
    renderPortal(<SubscribeDialog search={{}} query="" summary="全部" onClose={close} />);
    fireEvent.change(await screen.findByLabelText('用途'), { target: { value: '防汛' } });
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '推送目标' }));
    fireEvent.click(await screen.findByRole('option', { name: '省中心' }));
    fireEvent.click(screen.getByRole('checkbox', { name: '同时补推已入库的数据' }));
    await attachPapers();
    await screen.findByText(/符合条件 41 景/);
    fireEvent.click(screen.getByRole('button', { name: '提交审批' }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({ basis: 'acquired' });
  });

  it('counts what it would have brought, and asks for approval', async () => {
    const close = vi.fn();
    renderPortal(
      <SubscribeDialog
        search={{ satellites: ['GF1'], from: '2026-01-01T00:00:00+08:00' }}
        query="satellites=GF1"
        summary="GF1"
        onClose={close}
      />,
    );
    await screen.findByText(/最近 30 天接收的数据中会匹配 37 景，共 81/);
    fireEvent.click(screen.getByRole('button', { name: '提交审批' }));
    expect(screen.getAllByText('请填写').length).toBe(2);
    fireEvent.change(screen.getByLabelText('用途'), { target: { value: '防汛' } });
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '推送目标' }));
    fireEvent.click(await screen.findByRole('option', { name: '省中心' }));
    await attachPapers();
    fireEvent.click(screen.getByRole('button', { name: '提交审批' }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent[0]).toMatchObject({
      ...{ name: 'GF1', purpose: '防汛', targetId: 't1', delaytime: 0, query: 'satellites=GF1' },
      // Times narrow a subscription as they narrow the search.
      search: { satellites: ['GF1'], from: '2026-01-01T00:00:00+08:00' },
    });
  });
});
