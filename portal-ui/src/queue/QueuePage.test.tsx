import type { Queue } from '@scenedock/ui-kit';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { ADMIN, everyScreen, openAt, refusal, SITE, useServer } from '../test/portal';
import QueuePage from './QueuePage';
import { enQueue } from './words.en';
import { zhQueue } from './words.zh';

const QUEUE: Queue = {
  at: '2026-11-28T02:00:00Z',
  orders: [
    {
      id: 'o1',
      ordername: '20261128WP001',
      sstatus: 1,
      approvedAt: '2026-11-28T01:00:00Z',
      scenes: 12,
      bytes: 3 * 1024 ** 3,
      unsizedCount: 2,
      extracted: 4,
      ahead: 37,
      aheadOrMore: false,
      waits: [
        {
          reason: 'turn',
          bucket: 'turn',
          text: '正在排队，前面还有37个任务',
          message: { code: 'wait.turn', params: { ahead: 37 } },
          rule: '按优先级排队',
          ruleMessage: { code: 'wait_rule.turn' },
          since: null,
          until: null,
          tasks: 8,
          remedies: [],
        },
      ],
    },
    {
      id: 'o2',
      ordername: '20261128WP002',
      sstatus: 3,
      approvedAt: null,
      scenes: 4000,
      bytes: 0,
      unsizedCount: 4000,
      extracted: 4000,
      ahead: null,
      aheadOrMore: false,
      waits: [],
    },
  ],
  total: 3,
  usual: [
    { fewest: 1, most: 10, orders: 0, medianSeconds: null, p95Seconds: null },
    { fewest: 11, most: 100, orders: 42, medianSeconds: 5400, p95Seconds: 259200 },
    { fewest: 101, most: 1000, orders: 0, medianSeconds: null, p95Seconds: null },
    { fewest: 1001, most: null, orders: 0, medianSeconds: null, p95Seconds: null },
  ],
  promise: { hours: 72, month: '2026-10', promised: 7, kept: 6 },
};

const server = useServer([]);
let found: Queue = QUEUE;

beforeEach(() => {
  found = QUEUE;
  server.use(
    ...everyScreen(),
    http.get(`${SITE}/api/queue`, () => HttpResponse.json(found)),
  );
});

it('says what is before each order, how long its size takes, and what promises are worth', async () => {
  openAt('/queue', <QueuePage />);
  const list = await screen.findByRole('list', { name: '我的订单' });
  expect(list.children).toHaveLength(2);
  within(list).getByText('前面还有 37 个任务');
  within(list).getByText('同样大小的订单通常 1.5 小时 内完成，绝大多数不超过 3 天');
  within(list).getByText('已提取 4 / 12 景 · 3.0 GB，另有 2 景未知 · 2026-11-28 09:00 审核通过');
  within(list).getByText('已提取 4000 / 4000 景 · 数据量未知');
  within(list).getByText('正在处理');
  within(list).getByText('近 90 天没有同样大小的订单，暂无参考用时');
  const link = within(list).getByRole('link', { name: '20261128WP001' });
  expect(link.getAttribute('href')).toBe('/orderManage/details/o1');
  screen.getByText(/另有 1 个订单正在制备/);
  const table = within(screen.getByRole('table', { name: '通常用时' }));
  const row = table.getByRole('row', { name: /11–100 景/ });
  expect(row.textContent).toBe('11–100 景1.5 小时3 天42');
  screen.getByText('承诺审核通过后 3 天 内备好数据。');
  screen.getByText('2026-10 按承诺完成 85%');
});

it('says that nothing is prepared, and that nothing was promised', async () => {
  found = {
    ...QUEUE,
    orders: [],
    total: 0,
    promise: { hours: null, month: '2026-10', promised: 0, kept: 0 },
  };
  openAt('/queue', <QueuePage />);
  await screen.findByText('没有正在制备的订单');
  screen.getByText('目前没有承诺制备时限。');
  screen.getByText('2026-10 没有带承诺完成的订单');
});

it('says why it cannot be read', async () => {
  server.use(http.get(`${SITE}/api/queue`, () => refusal(503, '数据库暂时无法连接')));
  openAt('/queue', <QueuePage />);
  await screen.findByText('数据库暂时无法连接');
});

it('is for whoever has orders of their own', async () => {
  server.use(...everyScreen(ADMIN));
  openAt('/queue', <QueuePage />);
  await screen.findByText('/forbidden');
});

it('says durations in words of both languages, never too short', () => {
  const zh = [1, 61, 3600, 86_400, 200_000].map(zhQueue.duration);
  expect(zh).toEqual(['1 分钟', '2 分钟', '1 小时', '24 小时', '2.4 天']);
  expect(enQueue.duration(200_000)).toBe('2.4 days');
  expect(enQueue.ahead(1, false)).toBe('1 task ahead');
  expect(enQueue.ahead(9000, true)).toBe('At least 9,000 tasks ahead');
});
