import { setToken } from '@scenedock/ui-kit';
import { recording } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { ADMIN, problem, server, useServer } from '../test/server';
import { TasksPage } from './TasksPage';

useServer();

const TASK = {
  ...{ id: 't1', kind: 'extract_scene', state: 'waiting', scene: 'GF1_PMS1_A', priority: 0 },
  order: { id: 'o1', ordername: '20261121-1' },
  person: { id: 'u1', loginName: 'zhangsan', userName: '张三' },
  ...{ attempt: 3, failures: 1, handedBack: 1, worker: null, source: 'archive.example' },
  ...{ createdAt: '2026-11-21T01:00:00Z', startedAt: null, stateSince: '2026-11-21T02:00:00Z' },
  ...{ runAfter: '2026-11-21T02:00:00Z', unresolved: false, bytesDone: 0, bytesAll: 10 },
  paused: { by: '王工', at: '2026-11-21T02:00:00Z' },
  error: {
    ...{ class: 'transient_io', text: '归档没有应答' },
    message: { code: 'failure.archive_silent', params: { seconds: 30 } },
  },
};
const WAITS = [
  {
    ...{ reason: 'paused', bucket: 'held', text: '已由王工暂停', tasks: 1, until: null },
    ...{ message: { code: 'wait.paused_by', params: { by: '王工' } }, rule: '规则甲' },
    ...{ ruleMessage: { code: 'wait_rule.paused' }, since: '2026-11-21T02:00:00Z' },
    remedies: ['resume'],
  },
  {
    ...{ reason: 'account_off', bucket: 'held', text: '申请人的账号已停用', tasks: 1 },
    ...{ message: { code: 'wait.account_off' }, rule: '规则乙', since: null, until: null },
    ...{ ruleMessage: { code: 'wait_rule.account_off' }, remedies: ['enable_account'] },
  },
];
const COUNTS = { total: 7, pause: 4, resume: 2, retry: 0, cancel: 3, setPriority: 6 };
const GROUP = {
  ...{ kind: 'extract_scene', code: 'failure.archive_silent', source: 'archive.example' },
  ...{ failed: 5, unresolved: 4, retried: 2, orders: 3 },
  ...{ first: '2026-11-20T02:00:00Z', last: '2026-11-21T02:00:00Z' },
  error: { class: 'source_missing', text: '归档没有此文件', message: null },
  examples: [{ id: 'o1', ordername: '20261121-1' }],
};

function answering(authorities = ['/monitor/list', '/order/audit']) {
  setToken(`t-${authorities.join('-')}`);
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json({ ...ADMIN, authorities })),
    http.get('/api/tasks', () => HttpResponse.json({ items: [TASK], next: null })),
    http.get('/api/tasks/counts', () => HttpResponse.json(COUNTS)),
    http.get('/api/tasks/t1', () => HttpResponse.json({ task: TASK, waits: WAITS })),
    http.get('/api/tasks/failures', () => HttpResponse.json({ items: [GROUP], total: 1 })),
  );
}

const show = (at = '/tasks') =>
  render(
    <Stage at={at}>
      <TasksPage />
    </Stage>,
  );

it('lists tasks with their state, their order and what they failed of', async () => {
  answering();
  show();
  const table = await screen.findByRole('table', { name: '任务列表' });
  within(table).getByText('已暂停 · 等待');
  within(table).getByText('20261121-1');
  within(table).getByText('归档没有应答');
  await screen.findByText('共 7 个任务');
});

it('keeps its filters in the address and sends them', async () => {
  answering();
  const queries: string[] = [];
  server.use(
    http.get('/api/tasks', ({ request }) => {
      queries.push(new URL(request.url).search);
      return HttpResponse.json({ items: [], next: null });
    }),
  );
  show('/tasks?state=failed&held=unresolved');
  await screen.findByText('没有符合条件的任务');
  expect(queries.at(-1)).toBe('?state=failed&unresolved=true');
  fireEvent.change(screen.getByRole('searchbox', { name: '申请人' }), {
    target: { value: '张三' },
  });
  await waitFor(() => expect(decodeURIComponent(queries.at(-1) ?? '')).toContain('person=张三'));
  expect(screen.getByTestId('address').textContent).toContain('person=');
  fireEvent.click(screen.getByRole('button', { name: '清除条件' }));
  await waitFor(() => expect(queries.at(-1)).toBe(''));
});

it('says all reasons of a task with their buttons', async () => {
  answering();
  show('/tasks?task=t1');
  const drawer = await screen.findByRole('dialog', { name: '提取数据' });
  const reasons = await within(drawer).findByRole('list', { name: '等待原因' });
  expect(
    within(reasons)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual([
    expect.stringContaining('已由王工暂停恢复规则甲自 2026-11-21 10:00'),
    expect.stringContaining('申请人的账号已停用启用账号规则乙'),
  ]);
  expect(within(reasons).getByRole('link', { name: '启用账号' }).getAttribute('href')).toContain(
    'q=zhangsan',
  );
  within(drawer).getByText('3 次，失败 1，交还 1，进程中断 1');
  within(drawer).getByText('最近的错误：暂时故障');
});

it('tells how many tasks an act touches before it is done', async () => {
  answering();
  const sent: unknown[] = [];
  const done = { tasks: 3, orders: 1, refused: 0, more: false };
  server.use(recording(http.post, '/api/tasks/act', sent, done));
  show('/tasks?kind=extract_scene');
  fireEvent.click(await screen.findByRole('button', { name: '全部取消任务 (3)' }));
  const dialog = await screen.findByRole('dialog', { name: '取消任务' });
  await within(dialog).findByText('将涉及 3 个任务（符合条件的共 7 个）。');
  within(dialog).getByText(/取消后无法撤销/);
  expect(sent).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: '取消任务' }));
  await screen.findByText('已处理');
  expect(sent).toEqual([{ act: 'cancel', priority: 0, filter: { kind: 'extract_scene' } }]);
});

it('offers no act that touches nothing, and none to those who only watch', async () => {
  answering();
  const { unmount } = show();
  const retry = await screen.findByRole('button', { name: '全部重试 (0)' });
  expect(retry.hasAttribute('disabled')).toBe(true);
  unmount();
  answering(['/monitor/list']);
  show();
  await screen.findByText(/您可以查看/);
  expect(screen.queryByRole('button', { name: /全部/ })).toBeNull();
});

it('groups failures and retries those that nobody has decided about', async () => {
  answering();
  const sent: unknown[] = [];
  const done = { tasks: 4, orders: 3, refused: 0, more: false };
  server.use(
    recording(http.post, '/api/tasks/act', sent, done),
    http.get('/api/tasks/counts', () => HttpResponse.json({ ...COUNTS, total: 4, retry: 4 })),
  );
  show('/tasks?view=failures');
  await screen.findByText('归档没有此文件');
  screen.getByText(/失败 5 个，重试中 2 个，涉及 3 个订单/);
  fireEvent.click(await screen.findByRole('button', { name: '全部重试 (4)' }));
  const dialog = await screen.findByRole('dialog', { name: '重试' });
  await within(dialog).findByText('将涉及 4 个任务。');
  fireEvent.click(within(dialog).getByRole('button', { name: '重试' }));
  await screen.findByText('已处理');
  const filter = {
    ...{ kind: 'extract_scene', errorClass: 'source_missing', unresolved: true },
    ...{ errorCode: 'failure.archive_silent', source: 'archive.example' },
  };
  expect(sent).toEqual([{ act: 'retry', priority: 0, filter }]);
});

it('says when nothing failed, and when nothing can be learnt', async () => {
  answering();
  server.use(http.get('/api/tasks/failures', () => HttpResponse.json({ items: [], total: 0 })));
  const { unmount } = show('/tasks?view=failures');
  await screen.findByText('近 7 天没有失败');
  unmount();
  server.use(http.get('/api/tasks', () => problem(503, 'unavailable', '服务暂时不可用')));
  show();
  await screen.findByText('服务暂时不可用');
});
