import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { leastColumnWidth } from '../../test/leastWidth';
import { Stage } from '../../test/Stage';
import { catchFiles, linesOf } from '../../test/savedFiles';
import { ADMIN, problem, server, useServer } from '../../test/server';
import { TasksPage } from '../TasksPage';

useServer();

const WORKED = {
  ...{ attempt: 1, worker: 'host-7-ab', readyAt: '2026-11-21T02:00:00Z', bytes: 1_048_576 },
  ...{ releasedAt: '2026-11-21T02:01:00Z', startedAt: '2026-11-21T02:01:30Z' },
  ...{ endedAt: '2026-11-21T02:02:00Z', outcome: 'failed', errorClass: 'transient_io' },
};
const TO_COME = {
  ...{ attempt: 2, worker: '', readyAt: '2026-11-21T02:03:00Z', bytes: 0, releasedAt: null },
  ...{ startedAt: null, endedAt: null, outcome: null, errorClass: null },
};
const LANE = { task: 't1', kind: 'extract_scene', scene: 'GF1_A', tries: 2 };
const FOUND = {
  ...{ at: '2026-11-21T02:05:00Z', ordername: '20261121-1', total: 81 },
  kinds: [
    {
      ...{ kind: 'extract_scene', tasks: 81, attempts: 90, withoutResult: 9, bytes: 3_221_225_472 },
      ...{ readyAt: '2026-11-21T02:00:00Z', startedAt: '2026-11-21T02:01:30Z', endedAt: null },
      ...{ waitedSeconds: 30, workedSeconds: 7260 },
    },
  ],
  items: [{ ...LANE, attempts: [WORKED, TO_COME] }],
};

const requests: string[] = [];

function answering(found: object = FOUND) {
  requests.length = 0;
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json(ADMIN)),
    http.get('/api/orders/o1/attempts', ({ request }) => {
      requests.push(new URL(request.url).search);
      return HttpResponse.json(found);
    }),
  );
}

const show = (at: string) =>
  render(
    <Stage at={at}>
      <TasksPage />
    </Stage>,
  );

it('draws every attempt of every task, and says the same in a table', async () => {
  answering();
  const { container } = show('/tasks?view=attempts&order=o1');
  const attempts = await screen.findByRole('table', { name: '表格' });
  expect(['任务', '结果'].map((head) => leastColumnWidth(attempts, head))).toEqual([220, 120]);
  const table = within(attempts);
  const rows = table.getAllByRole('row').map((row) => row.textContent);
  expect(rows[1]).toContain('失败 · 暂时故障');
  expect(rows[1]).toContain('90 秒');
  expect(rows[2]).toContain('等待中');
  const bars = [...container.querySelectorAll('[data-segment]')];
  expect(bars.map((bar) => bar.getAttribute('data-segment'))).toEqual([
    ...['turn', 'slot', 'failed', 'backOff', 'turn'],
  ]);
  const legend = within(screen.getByRole('list', { name: '时间图' }));
  legend.getByText('重试前的间隔');
  const kinds = within(screen.getByRole('table', { name: '按任务类型汇总' }));
  kinds.getByText('进行中');
  kinds.getByText('2 小时');
  expect(screen.getByRole('link', { name: '订单 20261121-1' }).getAttribute('href')).toContain(
    '/orderManage_details/o1',
  );
  screen.getByRole('button', { name: '提取数据 GF1_A' });
});

it('saves both tables, that of the attempts with those of all pages', async () => {
  answering();
  const files = catchFiles();
  show('/tasks?view=attempts&order=o1&kind=extract_scene');
  fireEvent.click(await screen.findByRole('button', { name: '导出 CSV 按任务类型汇总' }));
  expect(await linesOf(files[0]?.content)).toEqual([
    '任务,任务数,执行次数,未成功,开始,结束,合计等待（小时）,合计处理（小时）,数据量（字节）',
    expect.stringMatching(
      /^提取数据,81,90,9,2026-11-21 10:01:30,进行中,0.008\d+,2.016\d+,3221225472$/,
    ),
  ]);
  requests.length = 0;
  fireEvent.click(screen.getByRole('button', { name: '导出 CSV 订单执行记录' }));
  await waitFor(() => expect(files).toHaveLength(2));
  expect(requests).toEqual(['?kind=extract_scene&page=1&pageSize=1000']);
  const lines = await linesOf(files[1]?.content);
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^提取数据 GF1_A,1,.*,0.025,.*,失败 · 暂时故障,1048576,host-7-ab$/);
});

it('keeps what is looked at in the address, page by page', async () => {
  answering();
  show('/tasks?view=attempts&order=o1&kind=extract_scene&troubled=true');
  fireEvent.click(await screen.findByRole('button', { name: /2/ }));
  await screen.findByRole('table', { name: '表格' });
  expect(requests[0]).toBe('?kind=extract_scene&troubled=true&page=1&pageSize=40');
  await expect.poll(() => requests.at(-1)).toContain('page=2');
  fireEvent.click(screen.getByRole('switch', { name: '只看有过失败的任务' }));
  await expect.poll(() => requests.at(-1)).toBe('?kind=extract_scene&page=1&pageSize=40');
});

it('says what to do without an order, and that there is nothing or no answer', async () => {
  answering({ ...FOUND, kinds: [], items: [], total: 0 });
  const first = show('/tasks?view=attempts');
  await screen.findByText('请先选择订单');
  first.unmount();
  const second = show('/tasks?view=attempts&order=o1');
  await screen.findByText('没有执行记录');
  second.unmount();
  server.use(http.get('/api/orders/o2/attempts', () => problem(404, 'not_found', '不存在')));
  show('/tasks?view=attempts&order=o2');
  await screen.findByText('不存在');
});
