import type { Dashboard, Order, QueuedOrder } from '@scenedock/ui-kit';
import { buildOrder, buildQueuedOrder } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../../test/Stage';
import { ADMIN, problem, server, useServer } from '../../test/server';
import { DashboardPage } from './DashboardPage';

useServer();

const NOTHING: Dashboard = {
  waiting: 0,
  pending: 0,
  oldest: null,
  failedScenes: 0,
  failedPackaging: 0,
  expiring: 0,
  preparing: 0,
};

let queue: QueuedOrder[] = [];
/** What the lists of orders hold, by status and attention. */
let lists: Readonly<Record<string, Order[]>> = {};

beforeEach(() => {
  queue = [];
  lists = {};
  server.use(
    http.get('/api/audit-desk', () =>
      HttpResponse.json({
        items: queue,
        total: queue.length,
        now: new Date().toISOString(),
        dropped: [],
      }),
    ),
    http.get('/api/orders', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const list = lists[`${searchParams.get('status')} ${searchParams.get('attention')}`] ?? [];
      const items = list.slice(0, Number(searchParams.get('pageSize')));
      return HttpResponse.json({ items, total: list.length });
    }),
  );
});

const after = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const order = (id: string, changes: Partial<Order> = {}) =>
  buildOrder({ id, ordername: `WP${id}`, productName: `项目 ${id}`, ...changes });

const rowsOf = async (card: string) =>
  within(await screen.findByRole('list', { name: card }))
    .getAllByRole('link')
    .map((row) => [row.textContent, row.getAttribute('href')]);

function show(found: Dashboard) {
  server.use(http.get('/api/dashboard', () => HttpResponse.json(found)));
  render(
    <Stage>
      <DashboardPage />
    </Stage>,
  );
}

it('leads from each figure to the list of just those orders', async () => {
  const since = after(-3);
  const oldest = { id: 'a', ordername: 'WPa', since };
  show({ ...NOTHING, waiting: 3, pending: 1, oldest, failedScenes: 2, expiring: 1, preparing: 4 });
  const waiting = await screen.findByRole('link', { name: /^等待审核，3 单/ });
  expect(waiting.textContent).toContain('最早的已等待 3 小时');
  expect(waiting.textContent).toContain('其中 1 单的审核决定即将生效');
  const filter = (attention: string) =>
    `?filter=${encodeURIComponent(JSON.stringify({ attention }))}`;
  for (const [name, to] of [
    [/^等待审核/, '/orderManage_stayAudit'],
    [/^提取失败/, `/orderManage_pastAudit${filter('failed_scenes')}`],
    [/^打包失败/, `/orderManage_pastAudit${filter('failed_packaging')}`],
    [/^即将到期/, `/orderManage_dataReadyFinish${filter('expiring')}`],
    [/^正在准备/, '/orderManage_pastAudit'],
  ] as const) {
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(to);
  }
  screen.getByText('没有打包失败的订单');
  expect(screen.getByRole('link', { name: '打开审核台' }).getAttribute('href')).toBe('/audit');
});

it('is calm when there is nothing to do', async () => {
  show(NOTHING);
  await screen.findByText('没有等待审核的订单');
  screen.getByText('目前没有需要处理的订单。');
});

it('says so where it may not be seen', async () => {
  server.use(http.get('/api/dashboard', () => problem(403, 'forbidden', '没有权限执行此操作')));
  render(
    <Stage>
      <DashboardPage />
    </Stage>,
  );
  await screen.findByText('没有权限');
});

describe('below the figures', () => {
  it('stand the orders that wait longest, at the desk of who audits', async () => {
    queue = Array.from({ length: 6 }, (_, at) => buildQueuedOrder(`${at}`, { since: after(-3) }));
    show({ ...NOTHING, waiting: 6 });
    const rows = await rowsOf('等待最久的订单');
    expect(rows).toHaveLength(5);
    expect(rows[0]).toEqual(['项目 0已等待 3 小时地质一队 · WP0', '/audit?order=0']);
    screen.getByRole('link', { name: /^等待审核，6 单/ });
    const whole = screen.getByRole('link', { name: '查看全部 6 单' });
    expect(whole.getAttribute('href')).toBe('/orderManage_stayAudit');
    await screen.findByText('没有提取或打包失败的订单');
    expect(screen.getAllByText('3 天内没有到期的订单')).toHaveLength(2);
  });

  it('stands none of which somebody has decided, and none of one’s own', async () => {
    const decision = { decision: 'approve', cause: '', byName: '李四', mine: false } as const;
    queue = [
      buildQueuedOrder('a', { decision: { ...decision, dueAt: after(1) } }),
      buildQueuedOrder('b', { own: true }),
      buildQueuedOrder('c', { since: after(-3) }),
    ];
    show({ ...NOTHING, waiting: 3 });
    expect(await rowsOf('等待最久的订单')).toEqual([
      ['项目 c已等待 3 小时地质一队 · WPc', '/audit?order=c'],
    ]);
  });

  it('says that nothing waits where everything is decided or one’s own', async () => {
    queue = [buildQueuedOrder('b', { own: true })];
    show({ ...NOTHING, waiting: 1 });
    await screen.findByText('没有等待审核的订单');
    expect(screen.queryByRole('list', { name: '等待最久的订单' })).toBeNull();
  });

  it('stand those orders for who only sees them, too', async () => {
    const authorities = ADMIN.authorities.filter((code) => code !== '/order/audit');
    server.use(
      http.get('/api/auth/me', () => HttpResponse.json({ ...ADMIN, authorities })),
      http.get('/api/audit-desk', () => problem(403, 'forbidden', '没有权限执行此操作')),
    );
    // A draft may be older than what waits longer.
    const draft = { creattime: after(-90), submittedAt: after(-2) };
    lists = { '0 null': [order('a', draft), order('b', { submittedAt: after(-3) })] };
    show({ ...NOTHING, waiting: 2 });
    expect(await rowsOf('等待最久的订单')).toEqual([
      ['项目 b已等待 3 小时地质一队 · WPb', '/orderManage_details/b'],
      ['项目 a已等待 2 小时地质一队 · WPa', '/orderManage_details/a'],
    ]);
  });

  it('stands what failed, of both kinds, the oldest first', async () => {
    const failed = { ...order('x').dataPercent, failed: 2 };
    lists = {
      '1,3 failed_scenes': [order('b', { creattime: after(-2), dataPercent: failed })],
      '1,3 failed_packaging': [order('c', { creattime: after(-3) })],
    };
    show({ ...NOTHING, failedScenes: 1, failedPackaging: 1 });
    expect(await rowsOf('提取或打包失败')).toEqual([
      ['项目 c打包失败地质一队 · WPc', '/orderManage_details/c'],
      ['项目 b2 景提取失败地质一队 · WPb', '/orderManage_details/b'],
    ]);
  });

  it('stands what closes next', async () => {
    lists = {
      '6 expiring': [
        order('d', { expiresAt: after(60) }),
        order('e', { expiresAt: after(30), productName: '' }),
      ],
    };
    show({ ...NOTHING, expiring: 2 });
    expect(await rowsOf('即将到期')).toEqual([
      ['WPe2 天内到期地质一队 · WPe', '/orderManage_details/e'],
      ['项目 d3 天内到期地质一队 · WPd', '/orderManage_details/d'],
    ]);
  });

  it('says that it does not choose from all where there are too many', async () => {
    lists = {
      '6 expiring': Array.from({ length: 101 }, (_, at) =>
        order(`e${at}`, { expiresAt: after(30) }),
      ),
    };
    show({ ...NOTHING, expiring: 101 });
    await screen.findByText('仅从最早的 100 单中选取');
    screen.getByRole('link', { name: '查看全部 101 单' });
  });

  it('stands what could not be read, to be read anew', async () => {
    let isDown = true;
    server.use(
      http.get('/api/orders', ({ request }) =>
        isDown && request.url.includes('expiring')
          ? problem(503, 'unavailable', '服务暂不可用')
          : undefined,
      ),
    );
    lists = { '6 expiring': [order('d', { expiresAt: after(60) })] };
    show({ ...NOTHING, expiring: 1 });
    await screen.findByText('服务暂不可用');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await rowsOf('即将到期')).toHaveLength(1);
    expect(screen.queryByText('服务暂不可用')).toBeNull();
  });
});
