import { type AccessToken, type ClientSystem, daysBefore, storeLocale } from '@scenedock/ui-kit';
import { recording } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { leastColumnWidth } from '../test/leastWidth';
import { Stage } from '../test/Stage';
import { ADMIN, problem, server, useServer } from '../test/server';
import { ClientSystemsPage } from './ClientSystemsPage';

useServer();

const GIGABYTE = 1024 ** 3;

const SYSTEM: ClientSystem = {
  id: 'u1',
  loginName: 'province_node',
  name: '省级节点',
  unit: '省地质调查院',
  off: false,
  note: '每夜同步',
  callsADay: 1000,
  validUntil: null,
  bytesADay: 5 * GIGABYTE,
  createdAt: '2026-11-20T02:00:00Z',
  createdBy: '管理员',
  permissions: ['/stat/orders', '/scene/file'],
  today: { calls: 1000, refused: 12, bytes: 2 * GIGABYTE },
  lastUsedAt: '2026-11-27T02:00:00Z',
  tokens: 2,
};

const TOKEN: AccessToken = {
  id: 't1',
  name: '同步',
  permissions: ['/scene/file'],
  createdAt: '2026-11-20T02:00:00Z',
  createdBy: '管理员',
  expiresAt: '2099-02-18T02:00:00Z',
  expired: false,
  lastUsedAt: null,
};

const OVER: AccessToken = {
  ...TOKEN,
  id: 't2',
  name: '旧令牌',
  expiresAt: '2026-11-21T02:00:00Z',
  expired: true,
};

const list = (items: unknown[]) => HttpResponse.json({ items, total: items.length });

beforeEach(() =>
  server.use(
    http.get('/api/client-systems', () => list([SYSTEM])),
    http.get('/api/client-systems/u1/tokens', () => list([TOKEN, OVER])),
    http.get('/api/client-systems/u1/use', () =>
      HttpResponse.json({
        items: [
          { day: daysBefore(new Date(), 1), calls: 1234, refused: 5, bytes: 3 * GIGABYTE },
          { day: daysBefore(new Date(), 0), calls: 1000, refused: 12, bytes: 2 * GIGABYTE },
        ],
      }),
    ),
  ),
);

function show(at = '/dataSyncDb') {
  render(
    <Stage at={at}>
      <ClientSystemsPage />
    </Stage>,
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('client systems', () => {
  it('keep room for their names and notes in a narrow window', async () => {
    show();
    await screen.findByText(/^province_node/);
    const table = screen.getByRole('table', { name: '接入系统' });
    expect(['名称', '说明'].map((head) => leastColumnWidth(table, head))).toEqual([200, 160]);
  });

  it('are listed with what each took today of what it may', async () => {
    show();
    const row = (await screen.findByText(/^province_node/)).closest('tr');
    for (const text of ['省级节点', '省地质调查院', '每夜同步', '已用完', '今日拒绝 12']) {
      expect(row?.textContent).toContain(text);
    }
    expect(row?.textContent).toContain('1,000 / 1,000');
    expect(row?.textContent).toContain('2.0 GB / 5.0 GB');
    expect(screen.queryByText('账号已停用')).toBeNull();
  });

  it('say that an account is switched off, and where there is no limit', async () => {
    const off = { ...SYSTEM, off: true, callsADay: null, bytesADay: null };
    server.use(http.get('/api/client-systems', () => list([off])));
    show();
    await screen.findByText('账号已停用');
    screen.getByText('1,000 / 不限');
    screen.getByText('2.0 GB / 不限');
    expect(screen.queryByText('已用完')).toBeNull();
  });

  it('say what they are and what to do first where there are none', async () => {
    server.use(http.get('/api/client-systems', () => list([])));
    show();
    await screen.findByText('还没有接入系统');
    screen.getByText(/先在“用户管理”中为它新建账号/);
    expect(screen.getByRole('link', { name: '用户管理' }).getAttribute('href')).toBe('/user');
  });

  it('say that the server is not there', async () => {
    server.use(http.get('/api/client-systems', () => problem(503, 'unavailable', '服务暂不可用')));
    show();
    await screen.findByText('服务暂不可用');
    expect(screen.queryByRole('button', { name: '新增接入系统' })).toBeNull();
  });

  it('are not for those who lack the permission', async () => {
    const authorities = ADMIN.authorities.filter((code) => code !== '/client/save');
    server.use(http.get('/api/auth/me', () => HttpResponse.json({ ...ADMIN, authorities })));
    show();
    await screen.findByText('没有权限');
    screen.getByText(/管理接入系统/);
  });

  it('are made of an account, whose tokens come next', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.post, '/api/client-systems', sent, SYSTEM, 201));
    show();
    await screen.findByText(/^province_node/);
    press('新增接入系统');
    press('确定');
    await screen.findByText('请输入登录名');
    type(/^登录名/, ' province_node ');
    type(/^每日调用次数/, '1.5');
    press('确定');
    await screen.findByText('请输入不小于 0 的整数，或留空');
    type(/^每日调用次数/, '1000');
    type(/^每日下载量/, '2.5');
    press('确定');
    await screen.findByText('同步');
    expect(sent).toEqual([
      { loginName: 'province_node', note: '', callsADay: 1000, bytesADay: 2.5 * GIGABYTE },
    ]);
    expect(screen.getByTestId('address').textContent).toBe('/dataSyncDb?system=u1');
  });

  it('show at the field what the server says of it', async () => {
    const body = {
      type: 'about:blank',
      title: 'invalid',
      status: 400,
      code: 'invalid',
      detail: '内容有误',
      errors: [
        { field: 'loginName', code: 'field.client_account_unknown', detail: '没有此登录名的账号' },
      ],
    };
    server.use(http.post('/api/client-systems', () => HttpResponse.json(body, { status: 400 })));
    show();
    await screen.findByText(/^province_node/);
    press('新增接入系统');
    type(/^登录名/, 'nobody');
    press('确定');
    await screen.findByText('没有此登录名的账号');
    screen.getByDisplayValue('nobody');
  });

  it('are changed, and lose their limits where nothing is typed', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.put, '/api/client-systems/u1', sent, SYSTEM));
    show();
    await screen.findByText(/^province_node/);
    press('修改');
    expect(screen.queryByLabelText(/^登录名/)).toBeNull();
    expect(screen.getByLabelText(/^每日下载量/)).toHaveProperty('value', '5');
    type(/^每日调用次数/, '');
    press('确定');
    await screen.findByText('操作成功');
    expect(sent).toEqual([{ note: '每夜同步', callsADay: null, bytesADay: 5 * GIGABYTE }]);
  });

  it('are removed after the question', async () => {
    let removed = 0;
    server.use(
      http.delete('/api/client-systems/u1', () => {
        removed += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    show();
    await screen.findByText(/^province_node/);
    press('移除');
    screen.getByText('移除接入系统“省级节点”？它的令牌立即失效，账号保留。');
    expect(removed).toBe(0);
    press('确定');
    await screen.findByText('操作成功');
    expect(removed).toBe(1);
  });
});

describe('one client system', () => {
  it('is in the address, with its tokens and its use of thirty days', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: '查看接入系统“省级节点”' }));
    await screen.findByRole('heading', { name: '省级节点' });
    expect(screen.getByTestId('address').textContent).toBe('/dataSyncDb?system=u1');
    const tokens = within(await screen.findByRole('table', { name: '令牌' }));
    tokens.getByText('旧令牌');
    expect(tokens.getAllByText('已过期')).toHaveLength(1);
    expect(tokens.getAllByText('不经订单获取数据文件')).toHaveLength(2);
    const days = await screen.findByRole('table', { name: '近 30 天用量' });
    const rows = within(days).getAllByRole('row');
    expect(rows).toHaveLength(31);
    expect(rows[2]?.textContent, 'the newest first').toContain('1,234');
    expect(rows[3]?.textContent, 'a day on which nothing was taken').toMatch(/0.*0.*0 B/);
    expect(screen.getAllByRole('img').length).toBeGreaterThanOrEqual(2);
    press('返回接入系统列表');
    await screen.findByText(/^province_node/);
    expect(screen.getByTestId('address').textContent).toBe('/dataSyncDb');
  });

  it('says where nothing was called, and that there is no token yet', async () => {
    server.use(
      http.get('/api/client-systems/u1/tokens', () => list([])),
      http.get('/api/client-systems/u1/use', () => HttpResponse.json({ items: [] })),
    );
    show('/dataSyncDb?system=u1');
    await screen.findByText('还没有令牌');
    await screen.findByText('近 30 天没有调用');
  });

  it('that is none any more leads back', async () => {
    show('/dataSyncDb?system=gone');
    await screen.findByText('接入系统不存在或已移除');
  });

  it('gets a token, which is shown once', async () => {
    const sent: unknown[] = [];
    const made = { ...TOKEN, id: 't3', name: '夜间同步', token: 'sdk_secret' };
    server.use(recording(http.post, '/api/client-systems/u1/tokens', sent, made, 201));
    show('/dataSyncDb?system=u1');
    await screen.findByText('旧令牌');
    press('发放令牌');
    const form = within(await screen.findByRole('dialog'));
    expect(form.getByLabelText(/^有效天数/)).toHaveProperty('value', '90');
    for (const box of form.getAllByRole('checkbox')) expect(box).toHaveProperty('checked', true);
    const issue = form.getByRole('button', { name: '发放令牌' });
    fireEvent.click(issue);
    form.getByText('请输入用途');
    type(/^用途/, '夜间同步');
    type(/^有效天数/, '2000');
    form.getByText('有效天数须为 1 至 1096 的整数');
    type(/^有效天数/, '30');
    fireEvent.click(form.getByRole('checkbox', { name: '查看订单统计' }));
    fireEvent.click(issue);
    const dialog = within(await screen.findByRole('dialog', { name: '新令牌' }));
    dialog.getByDisplayValue('sdk_secret');
    dialog.getByText('令牌只显示这一次，请立即复制并妥善保存。');
    dialog.getByRole('button', { name: /复制/ });
    expect(sent).toEqual([{ name: '夜间同步', validDays: 30, permissions: ['/scene/file'] }]);
    press('我已保存');
    await waitFor(() => expect(screen.queryByDisplayValue('sdk_secret')).toBeNull());
  });

  it("keeps the form of a token open when the server refuses, with the server's words", async () => {
    server.use(
      http.post('/api/client-systems/u1/tokens', () =>
        problem(403, 'token_beyond_rights', '令牌的权限不能超出该账号和您本人的权限'),
      ),
    );
    show('/dataSyncDb?system=u1');
    await screen.findByText('旧令牌');
    press('发放令牌');
    type(/^用途/, '夜间同步');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '发放令牌' }));
    await screen.findByText('令牌的权限不能超出该账号和您本人的权限');
    screen.getByDisplayValue('夜间同步');
  });

  it('of an account without such permissions gets one that searches the catalogue', async () => {
    const sent: unknown[] = [];
    const made = { ...TOKEN, id: 't3', permissions: [], token: 'sdk_secret' };
    server.use(
      http.get('/api/client-systems', () => list([{ ...SYSTEM, permissions: [] }])),
      recording(http.post, '/api/client-systems/u1/tokens', sent, made, 201),
    );
    show('/dataSyncDb?system=u1');
    await screen.findByText('旧令牌');
    press('发放令牌');
    const form = within(await screen.findByRole('dialog'));
    form.getByText(/账号没有令牌可有的其他权限/);
    type(/^用途/, '目录检索');
    fireEvent.click(form.getByRole('button', { name: '发放令牌' }));
    await screen.findByDisplayValue('sdk_secret');
    expect(sent).toEqual([{ name: '目录检索', validDays: 90, permissions: [] }]);
  });

  it('loses a token after the question', async () => {
    let revoked = 0;
    server.use(
      http.delete('/api/client-systems/u1/tokens/t1', () => {
        revoked += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    show('/dataSyncDb?system=u1');
    await screen.findByText('旧令牌');
    press('停用令牌“同步”');
    screen.getByText(/使用它的系统立即不能再调用/);
    expect(revoked).toBe(0);
    press('确定');
    await screen.findByText('操作成功');
    expect(revoked).toBe(1);
  });

  it('speaks English', async () => {
    storeLocale('en');
    show('/dataSyncDb?system=u1');
    await screen.findByRole('heading', { name: 'Tokens' });
    await screen.findByText('Expired');
    screen.getByRole('button', { name: 'Revoke token “旧令牌”' });
    await screen.findByRole('table', { name: 'Last 30 days' });
    expect(screen.getAllByText('Download scene files without an order').length).toBe(2);
  });
});
