import { setToken } from '@scenedock/ui-kit';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { ADMIN, server, useServer } from '../test/server';
import { AuditLogPage } from './AuditLogPage';

useServer();

const entry = (id: number) => ({
  ...{
    id,
    at: '2026-11-21T02:30:00Z',
    byName: '管理员',
    byLoginName: 'admin',
    clientIp: '192.0.2.1',
    agent: 'Mozilla/5.0 Firefox/140.0',
  },
  ...{ subject: 'account', subjectName: `person${id}`, action: 'disable', outcome: 'done' },
  ...{ reason: '', changes: [], position: id, code: 'c0de' },
});

let queries: URLSearchParams[] = [];

beforeEach(() => {
  queries = [];
  server.use(
    http.get('/api/audit-log', ({ request }) => {
      const query = new URL(request.url).searchParams;
      queries.push(query);
      const isFirst = !query.has('before');
      return HttpResponse.json({
        items: isFirst ? [entry(9), entry(8)] : [entry(7)],
        next: isFirst ? 8 : null,
        head: 'feed',
      });
    }),
  );
});

async function show(at: string) {
  render(
    <Stage at={at}>
      <AuditLogPage />
    </Stage>,
  );
  // An open drawer hides it from readers.
  await screen.findByRole('heading', { name: '审计日志', level: 1, hidden: true });
}

it('lists the newest, goes on to the older, and says what has to be kept', async () => {
  await show('/auditLog');
  const row = within(await screen.findByRole('row', { name: /person9/ }));
  row.getByText('192.0.2.1');
  row.getByText('Mozilla/5.0 Firefox/140.0');
  fireEvent.click(screen.getByRole('button', { name: '加载更早的记录' }));
  await screen.findByRole('row', { name: /person7/ });
  expect(queries.at(-1)?.get('before')).toBe('8');
  screen.getByText('feed');
});

it('is narrowed by its address, and exports just that', async () => {
  await show('/auditLog?subject=account&outcome=nonsense&from=2026-11-01&to=2026-11-20');
  await screen.findByRole('row', { name: /person9/ });
  expect(Object.fromEntries(queries.at(-1) ?? [])).toEqual({
    subject: 'account',
    from: '2026-11-01',
    to: '2026-11-20',
    sort: '-at',
  });
  const file = screen.getByRole('link', { name: /导出/ }).getAttribute('href') ?? '';
  expect(Object.fromEntries(new URLSearchParams(file.split('?')[1]))).toEqual({
    subject: 'account',
    from: '2026-11-01',
    to: '2026-11-20',
  });
});

it('tells a file that was fetched and a push from a look at a delivery', async () => {
  server.use(
    http.get('/api/audit-log', () => {
      const changed = (id: number, field: string, after: string) => ({
        ...entry(id),
        ...{ subject: 'delivery', subjectName: `order${id}`, action: 'open' },
        changes: [{ field, before: '', after }],
      });
      const items = [changed(9, 'file', 'package/a.zip'), changed(8, 'target', 'inbox')];
      return HttpResponse.json({ items, next: null, head: 'feed' });
    }),
  );
  await show('/auditLog?subject=delivery');
  await screen.findByText('文件：空 → package/a.zip');
  screen.getByText('推送目标：空 → inbox');
});

it('says what was refused, and why, in words', async () => {
  server.use(
    http.get('/api/audit-log', () => {
      const refused = {
        ...entry(9),
        ...{ subject: 'request', subjectName: '/api/roles/7', action: 'delete' },
        ...{ outcome: 'refused', reason: 'beyond_own_rights' },
      };
      return HttpResponse.json({ items: [refused], next: null, head: 'feed' });
    }),
  );
  await show('/auditLog?subject=request');
  const row = await screen.findByRole('row', { name: /\/api\/roles\/7/ });
  within(row).getByText('被拒请求 · 删除 · 失败');
  within(row).getByText('超出自己的权限范围');
});

it('says what ended with an account, and why signing in is over for a while', async () => {
  const change = (field: string, before: string, after: string) => ({ field, before, after });
  server.use(
    http.get('/api/audit-log', () => {
      const off = [change('enabled', 'true', 'false'), change('tokens', '同步, 制图', '')];
      const ended = [change('session', '2026-03-01T08:00:00Z 192.0.2.2', '')];
      const accepted = [change('head', '12:c0de', '10:feed')];
      const items = [
        { ...entry(9), changes: off },
        { ...entry(8), action: 'end_sessions', changes: ended },
        {
          ...entry(7),
          ...{ subject: 'setting', subjectName: 'audit_head', action: 'change' },
          ...{ byName: '', byLoginName: '', clientIp: '', changes: accepted },
        },
        {
          ...entry(6),
          ...{ subject: 'session', subjectName: 'nobody', action: 'sign_in' },
          ...{ byName: '', byLoginName: '', outcome: 'refused', reason: 'locked' },
        },
      ];
      return HttpResponse.json({ items, next: null, head: 'feed' });
    }),
  );
  await show('/auditLog');
  const text = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent;
  expect(await text(/person9/)).toContain('启用：开启 → 关闭；令牌：同步, 制图 → 空');
  expect(await text(/person8/)).toContain('登录设备：2026-03-01 16:00 192.0.2.2 → 空');
  expect(await text(/审计日志的库外链尾/)).toContain('链尾：12:c0de → 10:feed');
  expect(await text(/nobody/)).toContain('多次失败，登录已锁定');
});

it('says what was changed in an order, and by its applicant in a result', async () => {
  const change = (field: string, before: string, after: string) => ({ field, before, after });
  const changed = (id: number, subject: string, action: string, changes: object[]) => ({
    ...entry(id),
    ...{ subject, action, changes },
  });
  server.use(
    http.get('/api/audit-log', () => {
      const order = changed(9, 'order', 'save_draft', [
        change('paper.task_source', '旧.pdf', '新.pdf'),
        change('getMethod', '0', '2'),
        change('dataIds', '2', '2 (+1, -1)'),
      ]);
      const result = changed(8, 'research_result', 'change', [
        change('title', '', '冰川变化'),
        change('state', 'checked', 'reported'),
      ]);
      const account = changed(7, 'account', 'extend_validity', [
        change('validFrom', '2026-03-01T08:00:00Z', '2026-05-30T08:00:00Z'),
      ]);
      const subscription = changed(6, 'subscription', 'cancel_backfill', [
        change('acquired', '2020-01-01T00:00:00+00:00 / 2021-01-01T00:00:00+00:00', ''),
      ]);
      return HttpResponse.json({
        items: [order, result, account, subscription],
        next: null,
        head: 'feed',
      });
    }),
  );
  await show('/auditLog');
  const text = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent;
  expect(await text(/person9/)).toContain(
    '任务来源说明：旧.pdf → 新.pdf；获取方式：在线下载 → 离线拷贝；景数：2 → 2 (+1, -1)',
  );
  expect(await text(/person8/)).toContain('名称：空 → 冰川变化；状态：已核实 → 待核实');
  expect(await text(/person7/)).toContain('有效期起算：2026-03-01 16:00');
  expect(await text(/person6/)).toContain('拍摄日期：2020-01-01 – 2021-01-01 → 空');
});

it('says which decision at the audit desk was taken back', async () => {
  const undone = (field: string, before: string) => ({ field, before, after: '' });
  const items = [
    {
      ...{ ...entry(9), subject: 'order', action: 'undo_decision' },
      changes: [undone('decision', 'reject'), undone('cause', '附件不清晰')],
    },
    {
      ...{ ...entry(8), subject: 'order', action: 'undo_decision' },
      changes: [undone('decision', 'approve'), undone('catalogueOnly', 'leave_out')],
    },
  ];
  server.use(http.get('/api/audit-log', () => HttpResponse.json({ items, next: null, head: 'f' })));
  await show('/auditLog');
  const rejected = within(await screen.findByRole('row', { name: /person9/ }));
  rejected.getByText('订单 · 撤销审核决定');
  rejected.getByText('决定：驳回 → 空；驳回原因：附件不清晰 → 空');
  const approved = within(screen.getByRole('row', { name: /person8/ }));
  approved.getByText('决定：通过 → 空；仅有目录的数据：不订购 → 空');
});

it('says how soon, what anew, until when, and what a registration was before', async () => {
  const change = (field: string, before: string, after: string) => ({ field, before, after });
  const steered = (id: number, action: string, changes: object[]) => ({
    ...entry(id),
    ...{ subject: 'order', action, changes },
  });
  const items = [
    steered(9, 'reextract', [change('scope', '', 'failed'), change('sorder', '0', '70')]),
    steered(8, 'extend', [change('expiresAt', '2026-03-01T08:00:00Z', '2026-03-08T08:00:00Z')]),
    { ...entry(7), action: 'approve', changes: [change('approval', 'refused', 'approved')] },
  ];
  server.use(http.get('/api/audit-log', () => HttpResponse.json({ items, next: null, head: 'f' })));
  await show('/auditLog');
  const text = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent;
  expect(await text(/person9/)).toContain('重提数据：空 → 只重提失败景；优先级：0 → 70');
  expect(await text(/person8/)).toContain('下载有效期至：2026-03-01 16:00 → 2026-03-08 16:00');
  expect(await text(/person7/)).toContain('注册审核：未通过 → 已通过');
});

it('names what only a newer version of the server knows by its own word', async () => {
  const items = [
    { ...entry(9), action: 'teleport' },
    { ...entry(8), subject: 'moon', action: 'land' },
  ];
  server.use(http.get('/api/audit-log', () => HttpResponse.json({ items, next: null, head: 'f' })));
  await show('/auditLog');
  within(await screen.findByRole('row', { name: /person9/ })).getByText('用户 · teleport');
  within(screen.getByRole('row', { name: /person8/ })).getByText('moon · land');
});

it('says of a role which permissions it got and lost, by their names', async () => {
  const change = (before: string, after: string) => ({ field: 'permissions', before, after });
  const role = (id: number, action: string, before: string, after: string) => ({
    ...{ ...entry(id), subject: 'role', action },
    changes: [change(before, after)],
  });
  const items = [
    role(9, 'change_role', '/user/list /role/save', '/user/list /order/all'),
    role(8, 'create_role', '', '/user/list /order/all'),
  ];
  server.use(http.get('/api/audit-log', () => HttpResponse.json({ items, next: null, head: 'f' })));
  await show('/auditLog');
  const changed = within(await screen.findByRole('row', { name: /person9/ }));
  changed.getByText('权限：增加 查看全部订单，收回 管理角色');
  within(screen.getByRole('row', { name: /person8/ })).getByText(
    '权限：空 → 查看用户、查看全部订单',
  );
});

it('says of signing in only once that it was that', async () => {
  const items = [
    { ...entry(9), subject: 'session', action: 'sign_in' },
    { ...entry(8), subject: 'session', action: 'sign_in', outcome: 'refused' },
  ];
  server.use(http.get('/api/audit-log', () => HttpResponse.json({ items, next: null, head: 'f' })));
  await show('/auditLog');
  within(await screen.findByRole('row', { name: /person9/ })).getByText('登录');
  within(screen.getByRole('row', { name: /person8/ })).getByText('登录 · 失败');
});

describe('an entry', () => {
  const changed = {
    ...{ ...entry(9), reason: '换人', code: 'c0de' },
    changes: [
      { field: 'name', before: '张三', after: '张三丰' },
      { field: 'email', before: '', after: 'zsf@example.cn' },
      { field: 'sex', before: '0', after: '1' },
    ],
  };

  const answer = (items: object[]) =>
    server.use(
      http.get('/api/audit-log', ({ request }) => {
        const query = new URL(request.url).searchParams;
        queries.push(query);
        const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY);
        const older = items.filter((one) => 'id' in one && Number(one.id) < before);
        return HttpResponse.json({ items: older, next: null, head: 'feed' });
      }),
    );

  const rowsOf = (dialog: HTMLElement) =>
    within(within(dialog).getByRole('table', { name: '变化' }))
      .getAllByRole('row')
      .map((row) => Array.from(row.querySelectorAll('th, td'), (cell) => cell.textContent));

  it('opens beside the list, with every field before and after, and closes by key', async () => {
    answer([changed, entry(8)]);
    await show('/auditLog?subject=account');
    const opener = await screen.findByRole('button', {
      name: '查看 2026-11-21 10:30 用户 · 停用 person9',
    });
    opener.focus();
    fireEvent.click(opener);
    const dialog = await screen.findByRole('dialog', { name: '用户 · 停用' });
    expect(screen.getByTestId('address').textContent).toBe('/auditLog?subject=account&entry=9');
    expect(rowsOf(dialog)).toEqual([
      ['字段', '修改前', '修改后'],
      ['姓名', '张三', '张三丰'],
      ['邮箱', '—', 'zsf@example.cn'],
      ['性别', '女', '男'],
    ]);
    for (const text of ['2026-11-21 10:30:00', '换人', '192.0.2.1', 'c0de']) {
      within(dialog).getByText(text);
    }
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByTestId('address').textContent).toBe('/auditLog?subject=account');
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('is opened by its row, which says so where nothing became different', async () => {
    answer([changed, { ...entry(8), position: null, code: null }]);
    await show('/auditLog');
    fireEvent.click(await screen.findByText('person8'));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('没有字段变化');
    expect(within(dialog).getAllByText('待链接')).toHaveLength(2);
  });

  it('is found by its address where the list does not show it', async () => {
    answer([entry(8), changed]);
    server.use(
      http.get('/api/audit-log', ({ request }) => {
        const query = new URL(request.url).searchParams;
        queries.push(query);
        const items = query.get('before') === '10' ? [changed] : [entry(8)];
        return HttpResponse.json({ items, next: null, head: 'feed' });
      }),
    );
    await show('/auditLog?entry=9&from=2026-11-01&to=2026-11-02');
    const dialog = await screen.findByRole('dialog', { name: '用户 · 停用' });
    expect(rowsOf(dialog)).toHaveLength(4);
    expect(queries.at(-1)?.has('to')).toBe(false);
  });

  it('is said not to be there where its address names none', async () => {
    answer([entry(8)]);
    await show('/auditLog?entry=nonsense');
    const dialog = await screen.findByRole('dialog', { name: '没有找到' });
    within(dialog).getByText('没有这条记录');
    fireEvent.click(within(dialog).getByRole('button', { name: '返回列表' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

it('is not asked for whom no permission lets see it, who is told which does', async () => {
  setToken('another');
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json({ ...ADMIN, authorities: ['/user/list'] })),
  );
  await show('/auditLog');
  await screen.findByText(/没有权限/);
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(queries).toEqual([]);
});

it('says in words what things were that are gone', async () => {
  const was = (field: string, before: string) => ({ field, before, after: '' });
  const gone = (id: number, subject: string, action: string, changes: object[]) => ({
    ...entry(id),
    ...{ subject, action, changes },
  });
  const items = [
    gone(9, 'receive_task', 'remove', [
      was('name', '卫星一号'),
      was('kind', 'stac_api'),
      was('verification', 'checksum'),
      was('schedule', '15'),
      was('withFiles', 'false'),
    ]),
    gone(8, 'scope', 'remove_unit', [was('parent', '总院'), was('status', '1')]),
    gone(7, 'scope', 'rename_unit', [{ field: 'accounts', before: '', after: '12' }]),
    gone(6, 'region', 'remove', [was('level', 'city')]),
    gone(5, 'client_system', 'remove', [was('tokens', '同步')]),
    gone(4, 'catalogue', 'withdraw_scenes', [was('dataIds', 'a, b')]),
  ];
  server.use(http.get('/api/audit-log', () => HttpResponse.json({ items, next: null, head: 'f' })));
  await show('/auditLog');
  const text = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent;
  expect(await text(/person9/)).toContain(
    '名称：卫星一号 → 空；来源类型：STAC API → 空；核对：核对大小和校验和 → 空；计划：每 15 分钟 → 空；复制内容：仅目录 → 空',
  );
  expect(await text(/person8/)).toContain('上级单位：总院 → 空；状态：使用中 → 空');
  expect(await text(/person7/)).toContain('随之改名的账号数：空 → 12');
  expect(await text(/person6/)).toContain('级别：地级 → 空');
  expect(await text(/person5/)).toContain('令牌：同步 → 空');
  expect(await text(/person4/)).toContain('数据编号：a, b → 空');
});
