import type { User } from '@scenedock/ui-kit';
import {
  AUTHORITIES,
  buildRole,
  buildSession,
  buildUser,
  recording,
} from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { UsersPage } from './UsersPage';

useServer();

const ME = {
  id: 'me',
  loginName: 'admin',
  userName: '管理员',
  role: 'admin',
  authorities: AUTHORITIES.admin,
};
const WAITING = buildUser({ id: 'w', loginName: 'zhaoliu', status: 'waiting', sessions: 0 });

const ROLES = [
  buildRole({ id: 'applicant', builtIn: true }),
  buildRole({ id: 'r1', name: '审核员', permissions: ['/order/all', '/order/audit'] }),
];
const RIGHTS = [
  {
    code: '/shop/list',
    group: 'applying',
    held: true,
    through: [{ id: 'applicant', name: '' }],
    offeredBy: [],
  },
  {
    code: '/order/audit',
    group: 'orders',
    held: false,
    through: [],
    offeredBy: [{ id: 'r1', name: '审核员' }],
  },
];

let users: User[] = [];
let asked: URLSearchParams[] = [];

beforeEach(() => {
  users = [buildUser(), WAITING];
  asked = [];
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json(ME)),
    http.get('/api/auth/rules', () =>
      HttpResponse.json({
        REGEX_USERNAME: '^[A-Za-z][A-Za-z0-9_]{4,19}$',
        REGEX_PASSWORD: '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9]).{6,20}$',
        REGEX_EMAIL: '@',
        REGEX_MOBILE: '^1[3-9][0-9]{9}$',
      }),
    ),
    http.get('/api/users', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const status = query.get('status');
      const items = users.filter((user) => status === null || user.status === status);
      return HttpResponse.json({ items, total: items.length });
    }),
    http.get('/api/users/:id', ({ params }) =>
      HttpResponse.json(users.find(({ id }) => id === params.id)),
    ),
    http.get('/api/roles', () => HttpResponse.json({ items: ROLES, total: ROLES.length })),
    http.get('/api/users/:id/permissions', () => HttpResponse.json({ items: RIGHTS, total: 2 })),
    http.get('/api/users/:id/sessions', () =>
      HttpResponse.json({ items: [buildSession()], total: 1 }),
    ),
    http.get('/api/users/:id/events', () =>
      HttpResponse.json({
        items: [
          {
            action: 'change_role',
            at: '2026-11-20T01:00:00Z',
            byLoginName: 'admin',
            byName: '管理员',
            clientIp: '192.0.2.1',
            reason: '',
            changes: [{ field: 'roles', before: 'operator, 审核员', after: 'applicant' }],
          },
        ],
        total: 1,
      }),
    ),
  );
});

async function show(at = '/user') {
  render(
    <Stage at={at}>
      <UsersPage />
    </Stage>,
  );
  // An open drawer hides the page behind it from readers.
  await screen.findByRole('heading', { name: '用户管理', hidden: true });
}

const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => fireEvent.click(await button(name));
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const address = () => decodeURIComponent(screen.getByTestId('address').textContent ?? '');

describe('the list', () => {
  it('narrows to one of more roles than one sees at once, found by its name', async () => {
    const many = Array.from({ length: 50 }, (_, at) =>
      buildRole({ id: `m${at}`, name: `组${at}` }),
    );
    const far = buildRole({ id: 'far', name: '档案科' });
    server.use(
      http.get('/api/roles', ({ request }) => {
        const q = new URL(request.url).searchParams.get('q');
        const items = q === null ? many : [far].filter(({ name }) => name.includes(q));
        return HttpResponse.json({ items, total: 51 });
      }),
      http.get('/api/roles/far', () => HttpResponse.json(far)),
    );
    await show();
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: '角色' });
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: '档案' } });
    fireEvent.click(await screen.findByRole('option', { name: '档案科' }));
    await waitFor(() => expect(address()).toBe('/user?role=far'));
    await waitFor(() => expect(asked.at(-1)?.get('role')).toBe('far'));
    expect(field.value).toBe('档案科');
    fireEvent.click(screen.getByRole('button', { name: '清空' }));
    await waitFor(() => expect(asked.at(-1)?.get('role')).toBeNull());
    expect(field.value).toBe('');
  });

  it('names the role of its address', async () => {
    server.use(
      http.get('/api/roles/far', () => HttpResponse.json(buildRole({ id: 'far', name: '档案科' }))),
    );
    await show('/user?role=far');
    await screen.findByDisplayValue('档案科');
    expect(asked.at(-1)?.get('role')).toBe('far');
  });

  it('says how many registrations wait, and shows them on their tab', async () => {
    await show();
    const tab = await screen.findByRole('tab', { name: /待审核/ });
    await waitFor(() => expect(tab.textContent).toContain('1'));
    fireEvent.click(tab);
    await waitFor(() => expect(screen.queryByText('applicant')).toBeNull());
    expect(address()).toBe('/user?status=waiting');
  });

  it('asks the server for what is typed', async () => {
    await show();
    type('用户名、姓名、单位、邮箱', '地质');
    await waitFor(() => expect(asked.some((query) => query.get('q') === '地质')).toBe(true));
    expect(address()).toBe('/user?q=地质');
  });

  it('says that the server is not there, and tries again', async () => {
    server.use(http.get('/api/users', () => problem(503, 'unavailable', '服务暂不可用')));
    await show();
    await screen.findByText('服务暂不可用');
    server.use(http.get('/api/users', () => HttpResponse.json({ items: [], total: 0 })));
    await press('重试');
    await screen.findByText('还没有用户');
  });
});

describe('an account', () => {
  it('tells who it is, where it is signed in and what happened to it', async () => {
    await show('/user?user=1');
    const drawer = await screen.findByRole('dialog', { name: 'applicant' });
    await within(drawer).findByText('13800000000');
    await within(drawer).findByText(/Chrome（Linux） · 192\.0\.2\.7/);
    await within(drawer).findByText('角色：运维人员、审核员 → 申请人');
  });

  it('loses one sign-in and keeps the others', async () => {
    let live = [buildSession({ id: 'a' }), buildSession({ id: 'b', clientIp: '192.0.2.9' })];
    server.use(
      http.get('/api/users/:id/sessions', () =>
        HttpResponse.json({ items: live, total: live.length }),
      ),
      http.delete('/api/users/1/sessions/:session', ({ params }) => {
        live = live.filter(({ id }) => id !== params.session);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await show('/user?user=1');
    const drawer = await screen.findByRole('dialog', { name: 'applicant' });
    const ends = await within(drawer).findAllByRole('button', { name: /^结束 .* 的登录$/ });
    expect(ends).toHaveLength(2);
    fireEvent.click(ends[0] as HTMLElement);
    await screen.findByText('登录已结束');
    await waitFor(() => expect(within(drawer).queryByText(/192\.0\.2\.7/)).toBeNull());
    within(drawer).getByText(/192\.0\.2\.9/);
  });

  it('that does not exist is told of in its place, with a way back to the list', async () => {
    server.use(http.get('/api/users/:id', () => problem(404, 'not_found', '请求的内容不存在')));
    await show('/user?user=nobody');
    await screen.findByText('请求的内容不存在');
    await press('返回列表');
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/user'));
  });

  it('is let in, or refused with a reason', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.post, '/api/users/w/refuse', sent));
    await show('/user?user=w');
    await button('通过');
    await press('不通过');
    await press('确定');
    await screen.findByText('请填写原因！');
    type(/原因/, '单位信息不完整');
    await press('确定');
    await screen.findByText('已标记为未通过');
    expect(sent).toEqual([{ reason: '单位信息不完整' }]);
  });

  it.each([
    ['w', 'waiting'],
    ['r', 'refused'],
  ] as const)('is let in as it was seen: %s', async (id, status) => {
    const seen: (string | null)[] = [];
    users = [...users, buildUser({ id: 'r', loginName: 'lisi', status: 'refused' })];
    server.use(
      http.post(`/api/users/${id}/approve`, ({ request }) => {
        seen.push(new URL(request.url).searchParams.get('status'));
        return problem(409, 'registration_decided', '该注册申请已处理');
      }),
    );
    await show(`/user?user=${id}`);
    await press('通过');
    await screen.findByText(/该注册申请已处理/);
    expect(seen).toEqual([status]);
  });

  it('keeps the reason that was written when somebody else decided first', async () => {
    server.use(http.post('/api/users/w/refuse', () => problem(409, 'wrong_state', '该账号已审核')));
    await show('/user?user=w');
    await press('不通过');
    type(/原因/, '单位信息不完整');
    await press('确定');
    await screen.findByText('该账号已审核');
    screen.getByDisplayValue('单位信息不完整');
  });

  it('gets a new password that is seen once', async () => {
    const sent: { password: string }[] = [];
    server.use(recording(http.post, '/api/users/1/password', sent, null));
    await show('/user?user=1');
    await press('重置密码');
    const field = await screen.findByLabelText<HTMLInputElement>(/^密码/);
    const offered = field.value;
    await press('随机生成');
    expect(field.value).not.toBe(offered);
    const dialog = screen.getByRole('dialog', { name: '重置 applicant 的密码' });
    fireEvent.click(within(dialog).getByRole('button', { name: '重置密码' }));
    await screen.findByText('保存成功');
    expect(sent[0]?.password).toBe(field.value);
  });

  it('loses a second factor only after a question, and is extended', async () => {
    const calls: string[] = [];
    users = [buildUser({ secondFactor: true, validUntil: '2026-12-01T00:00:00Z' }), WAITING];
    server.use(
      http.delete('/api/users/1/second-factor', () => {
        calls.push('second-factor');
        return HttpResponse.json(buildUser());
      }),
      http.post('/api/users/1/extend', () => {
        calls.push('extend');
        return HttpResponse.json(buildUser());
      }),
    );
    await show('/user?user=1');
    await press('延长有效期');
    await screen.findByText('有效期已从今天重新计算');
    await press('解除两步验证');
    await screen.findByText(/之后只用密码登录/);
    expect(calls).toEqual(['extend']);
    await press('确定');
    await waitFor(() => expect(calls).toEqual(['extend', 'second-factor']));
  });

  it('is not switched off without a question', async () => {
    let calls = 0;
    server.use(
      http.post('/api/users/1/disable', () => {
        calls += 1;
        return HttpResponse.json(buildUser({ status: 'disabled' }));
      }),
    );
    await show('/user?user=1');
    await press('停用');
    await screen.findByText(/停用后 applicant 立即退出登录/);
    expect(calls).toBe(0);
    await press('确定');
    await waitFor(() => expect(calls).toBe(1));
  });

  it.each([false, true])('is switched on again, unless it is one of the demo: %s', async (demo) => {
    users = [buildUser({ status: 'disabled', demo })];
    await show('/user?user=1');
    await button('编辑');
    expect(screen.queryByRole('button', { name: '启用' }) === null).toBe(demo);
  });

  it('tells why it may do something, and why not', async () => {
    await show('/user?user=1');
    await screen.findByText('来自：申请人');
    await screen.findByText('可由此角色获得：审核员');
  });

  it('is given other roles', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.put, '/api/users/1/roles', sent));
    await show('/user?user=1');
    await press('分配角色');
    const field = await screen.findByRole('combobox', { name: /角色/ });
    fireEvent.mouseDown(field);
    fireEvent.click(await screen.findByRole('option', { name: '审核员' }));
    await press('确定');
    await screen.findByText('角色已更新');
    expect(sent).toEqual([{ roleIds: ['applicant', 'r1'], roleIdsBefore: ['applicant'] }]);
  });

  it('is changed together with what was read, so that nobody writes over another', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.put, '/api/users/1', sent));
    await show('/user?user=1');
    const before = users.find(({ id }) => id === '1')?.person;
    await press('编辑');
    const dialog = within(await screen.findByRole('dialog'));
    const field = await dialog.findByDisplayValue('地质一队');
    fireEvent.change(field, { target: { value: '地质二队' } });
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    const changed = { ...before, unit: '地质二队', personBefore: before };
    await waitFor(() => expect(sent).toEqual([changed]));
  });

  it('goes on after a refusal by what somebody else made of it, and says what that is', async () => {
    const sent: unknown[] = [];
    const before = users[0]?.person;
    const now = { ...before, nickName: '小李', phoneMobile: '139****2222' };
    server.use(
      http.put('/api/users/1', async ({ request }) => {
        const body = (await request.json()) as { personBefore: User['person'] };
        sent.push(body);
        if (body.personBefore.nickName === '小李') return HttpResponse.json(users[0]);
        users = [buildUser({ person: now as User['person'] })];
        return problem(409, 'changed_meanwhile', '内容已被其他管理员修改');
      }),
    );
    users = [
      buildUser({ person: { ...before, phoneMobile: '138****1111' } as User['person'] }),
      WAITING,
    ];
    const opened = users[0]?.person;
    await show('/user?user=1');
    await press('编辑');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(await dialog.findByDisplayValue('地质一队'), {
      target: { value: '地质二队' },
    });
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await dialog.findByText(/内容已被其他管理员修改\s现在的内容：.*139\*\*\*\*2222.*小李/);
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    const written = { ...opened, unit: '地质二队' };
    await waitFor(() =>
      expect(sent).toEqual([
        { ...written, personBefore: opened },
        { ...written, phoneMobile: '139****2222', personBefore: now },
      ]),
    );
    await screen.findByText('保存成功');
  });

  it('is given roles after a refusal by those that somebody else gave', async () => {
    const sent: unknown[] = [];
    server.use(
      http.put('/api/users/1/roles', async ({ request }) => {
        const body = (await request.json()) as { roleIdsBefore: string[] };
        sent.push(body.roleIdsBefore);
        if (body.roleIdsBefore.length === 0) return HttpResponse.json(users[0]);
        users = [buildUser({ roles: [] })];
        return problem(409, 'changed_meanwhile', '内容已被其他管理员修改');
      }),
    );
    await show('/user?user=1');
    await press('分配角色');
    await press('确定');
    await screen.findByText(/内容已被其他管理员修改\s现在的内容：无/);
    await press('确定');
    await screen.findByText('角色已更新');
    expect(sent).toEqual([['applicant'], []]);
  });

  it("of one's own offers nothing that the rules refuse", async () => {
    users = [buildUser({ id: 'me', loginName: 'admin', role: 'admin' })];
    await show('/user?user=me');
    await button('编辑');
    for (const name of ['停用', '重置密码', '全部退出', '分配角色']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });
});

describe('a new account', () => {
  it('is checked here, and by the server field by field', async () => {
    const sent: unknown[] = [];
    await show();
    await press('新增用户');
    await press('确定');
    await screen.findByText('请输入用户名');
    await screen.findByText('真实姓名不能为空！');
    const dialog = within(screen.getByRole('dialog', { name: '新增用户' }));
    const loginName = dialog.getByLabelText(/^用户名/);
    fireEvent.change(loginName, { target: { value: 'wangwu' } });
    type(/^真实姓名/, '王五');
    type(/^单位名称/, '青海院');
    type(/^手机号码/, '13812345678');
    server.use(
      http.post('/api/users', () =>
        HttpResponse.json(
          {
            type: 'about:blank',
            title: '',
            status: 400,
            code: 'invalid',
            detail: '用户名已存在！',
            errors: [
              { field: 'loginName', detail: '用户名已存在！', code: 'field.login_name_taken' },
            ],
          },
          { status: 400 },
        ),
      ),
    );
    await press('确定');
    await waitFor(() => expect(loginName.getAttribute('aria-invalid')).toBe('true'));
    server.use(recording(http.post, '/api/users', sent, buildUser(), 201));
    await press('确定');
    await screen.findByText('用户已新增');
    expect(sent[0]).toMatchObject({ loginName: 'wangwu', roleIds: ['applicant'], name: '王五' });
  });
});
