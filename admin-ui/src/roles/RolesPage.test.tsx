import { type RolePreviewQuery, type StoredRole, setToken, storeLocale } from '@scenedock/ui-kit';
import { buildRole, recording } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { ADMIN, problem, server, useServer } from '../test/server';
import { RolesPage } from './RolesPage';

useServer();

const DECIDE = { method: 'POST', path: '/api/orders/{id}/decision', operation: 'decideOrder' };
const DESK = { method: 'GET', path: '/api/audit-desk', operation: 'getAuditDesk' };
/** Only a server of a version to come has it. */
const NEWER = { method: 'POST', path: '/api/orders/{id}/newer', operation: 'doSomethingNew' };
const CART = { method: 'GET', path: '/api/cart', operation: 'ShopList' };

const permissionOf = (code: string, group: string, more: object = {}) => ({
  ...{ code, group, implies: [], grantable: true, operations: [] },
  ...more,
});
const PERMISSIONS = [
  permissionOf('/shop/list', 'applying', { operations: [CART] }),
  permissionOf('/order/all', 'orders'),
  permissionOf('/order/audit', 'orders', {
    ...{ implies: ['/order/all'], operations: [DESK, DECIDE, NEWER] },
  }),
  permissionOf('/registry/list', 'figures'),
  permissionOf('/report/note', 'figures', { implies: ['/scene/all'] }),
  permissionOf('/report/publish', 'figures', { implies: ['/registry/list', '/report/note'] }),
  permissionOf('/scene/all', 'people'),
  permissionOf('/system/config', 'system', { grantable: false }),
];

/** The pages and routes of a set of permissions, as the server has them. */
const previewOf = ({ permissions, subject }: RolePreviewQuery) => ({
  permissions,
  pages: {
    portal: ['search', ...(permissions.includes('/shop/list') ? ['cart'] : [])],
    office: permissions.includes('/order/all') ? ['dashboard', 'orders', 'inbox'] : [],
  },
  routes: [
    { method: 'GET', path: '/api/config', operation: 'getConfig', open: true, needs: [] },
    { ...DECIDE, open: permissions.includes('/order/audit'), needs: ['/order/audit'] },
    { ...CART, open: permissions.includes('/shop/list'), needs: ['/shop/list'] },
  ],
  scenes:
    subject === undefined
      ? null
      : {
          total: 1234,
          nodes: [{ id: 1, label: '卫星影像', labelEn: 'Satellite images', count: 1234 }],
        },
});

let previews: RolePreviewQuery[] = [];
let roles: StoredRole[] = [];

beforeEach(() => {
  previews = [];
  roles = [
    buildRole({ id: 'applicant', builtIn: true, members: 3 }),
    buildRole({ id: 'r1', name: '审核员', permissions: ['/order/all', '/order/audit'] }),
  ];
  server.use(
    http.get('/api/roles', () => HttpResponse.json({ items: roles, total: roles.length })),
    http.get('/api/roles/:id', ({ params }) =>
      HttpResponse.json(roles.find(({ id }) => id === params.id)),
    ),
    http.get('/api/roles/:id/events', () =>
      HttpResponse.json({
        items: [
          {
            action: 'change',
            at: '2026-11-20T01:00:00Z',
            byLoginName: 'admin',
            byName: '管理员',
            clientIp: '192.0.2.1',
            changes: [
              { field: 'permissions', before: '/shop/list', after: '/order/all /order/audit' },
            ],
          },
        ],
        total: 1,
      }),
    ),
    http.post('/api/roles/preview', async ({ request }) => {
      const query = (await request.json()) as RolePreviewQuery;
      previews.push(query);
      return HttpResponse.json(previewOf(query));
    }),
    http.get('/api/permissions', () =>
      HttpResponse.json({ items: PERMISSIONS, total: PERMISSIONS.length }),
    ),
  );
});

async function show(at = '/role') {
  render(
    <Stage at={at}>
      <RolesPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '角色权限', hidden: true });
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const tick = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });

describe('the roles', () => {
  it('are listed with their numbers, and compared in a table', async () => {
    await show();
    await screen.findByRole('button', { name: '查看 审核员' });
    fireEvent.click(screen.getByRole('tab', { name: '权限对照表' }));
    const line = await screen.findByRole('row', { name: /审核和处理订单/ });
    expect(within(line).getAllByTitle('允许')).toHaveLength(1);
    expect(within(line).getAllByTitle('不允许')).toHaveLength(1);
    expect(screen.getByTestId('address').textContent).toBe('/role?tab=matrix');
  });

  it('say that the server refuses', async () => {
    server.use(http.get('/api/roles', () => problem(503, 'unavailable', '服务暂不可用')));
    await show();
    await screen.findByText('服务暂不可用');
  });
});

describe('a role', () => {
  it('tells what it allows, what that shows, and what happened to it', async () => {
    await show('/role?role=r1');
    const drawer = within(await screen.findByRole('dialog', { name: '审核员' }));
    const office = within(await drawer.findByRole('list', { name: '后台可见页面' }));
    office.getByText('订单列表');
    drawer.getByText('功能与按钮：1 个可用，1 个不可用');
    await drawer.findByText('增加：审核和处理订单');
    await drawer.findByText('收回：使用购物车');
  });

  it('is made, with what its permissions imply, and nothing that one may not give', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.post, '/api/roles', sent));
    await show();
    await press('新增角色');
    fireEvent.click(await tick(/审核和处理订单/));
    const implied = await tick(/查看全部订单/);
    expect([implied.checked, implied.disabled]).toEqual([true, true]);
    expect((await tick(/修改系统配置.*您没有此权限，不能授予或收回/)).disabled).toBe(true);
    const office = within(await screen.findByRole('list', { name: '后台可见页面' }));
    await office.findByText('订单列表');
    fireEvent.change(screen.getByLabelText(/^角色名称 \*/), { target: { value: ' 审核 ' } });
    fireEvent.click(screen.getByRole('switch', { name: '需要两步验证' }));
    await press('确定');
    await waitFor(() =>
      expect(sent).toEqual([
        { name: '审核', note: '', permissions: ['/order/audit'], secondFactor: true },
      ]),
    );
  });

  it('of those who register gets nothing that does not belong to applicants, and loses what it has', async () => {
    roles = [
      buildRole({
        ...{ id: 'applicant', builtIn: true, members: 3 },
        permissions: ['/shop/list', '/registry/list'],
      }),
    ];
    await show('/role?role=applicant');
    await press('编辑');
    expect((await tick(/审核和处理订单/)).disabled).toBe(true);
    expect((await tick(/使用购物车/)).disabled).toBe(false);
    const reason = screen.getByText('置灰的权限不属于申请人，不能授予注册用户。');
    expect(screen.queryByText('不属于申请人的权限，不能授予注册用户')).toBeNull();
    const greyed = screen
      .getAllByRole<HTMLInputElement>('checkbox')
      .filter(({ disabled }) => disabled);
    expect(greyed.map((box) => box.getAttribute('aria-describedby'))).toEqual(
      Array.from({ length: 6 }, () => reason.id),
    );
    expect((await tick(/使用购物车/)).getAttribute('aria-describedby')).toBeNull();
    const registry = await tick(/^查看数据提供登记/);
    expect([registry.checked, registry.disabled]).toEqual([true, false]);
    fireEvent.click(registry);
    const taken = await tick(/^查看数据提供登记/);
    expect([taken.checked, taken.disabled]).toEqual([false, true]);
  });

  it('says beside each permission why it is locked where the reasons differ', async () => {
    roles = [buildRole({ id: 'applicant', builtIn: true, permissions: ['/system/config'] })];
    await show('/role?role=applicant');
    await press('编辑');
    await tick(/修改系统配置.*您没有此权限，不能授予或收回/);
    await tick(/审核和处理订单.*不属于申请人的权限，不能授予注册用户/);
    expect(screen.queryByText(/^置灰的权限/)).toBeNull();
  });

  it('is changed only where it still allows what it did when one began', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.put, '/api/roles/r1', sent));
    await show('/role?role=r1');
    await press('编辑');
    await screen.findByRole('region', { name: '预览' });
    fireEvent.change(await screen.findByLabelText(/^说明/), { target: { value: '审核订单' } });
    await press('确定');
    await waitFor(() =>
      expect(sent).toMatchObject([
        { note: '审核订单', permissionsBefore: ['/order/all', '/order/audit'] },
      ]),
    );
  });

  it('goes on after a refusal by what somebody else made of it, and says what that is', async () => {
    const sent: unknown[] = [];
    server.use(
      http.put('/api/roles/r1', async ({ request }) => {
        const body = (await request.json()) as { permissionsBefore: string[] };
        sent.push(body.permissionsBefore);
        if (body.permissionsBefore.length === 1) return HttpResponse.json(roles[1]);
        roles = [buildRole({ id: 'r1', name: '审核员', permissions: ['/order/all'] })];
        return problem(409, 'changed_meanwhile', '内容已被其他管理员修改');
      }),
    );
    await show('/role?role=r1');
    await press('编辑');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(await dialog.findByLabelText(/^说明/), { target: { value: '审核订单' } });
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await dialog.findByText(/内容已被其他管理员修改\s现在的内容：审核员 · 查看全部订单/);
    dialog.getByDisplayValue('审核订单');
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(sent).toEqual([['/order/all', '/order/audit'], ['/order/all']]));
  });

  it('is previewed as the server would answer it, before anything is saved', async () => {
    await show();
    await press('新增角色');
    await screen.findByRole('region', { name: '预览（尚未保存）' });
    await screen.findByText('功能与按钮：0 个可用，2 个不可用');
    expect(screen.getByRole('list', { name: '后台可见页面' }).textContent).toBe('无');
    fireEvent.click(await tick(/审核和处理订单/));
    await screen.findByText('功能与按钮：1 个可用，1 个不可用');
    expect(previews.at(-1)).toEqual({ permissions: ['/order/audit', '/order/all'] });
    const portal = screen.getByRole('list', { name: '门户可见页面' });
    expect(portal.textContent).not.toContain('购物车');
    screen.getByText(/^不显示：.*购物车/);
    const decide = await screen.findByText('通过或驳回订单');
    const line = decide.closest('li')?.parentElement?.parentElement ?? decide;
    within(line).getByTitle('允许');
    within(line).getByText('POST /api/orders/{id}/decision');
    screen.getByText('另有 1 个接口对访客或所有登录用户开放。');
  });

  it('tells of each permission which buttons it opens, unfolded by keyboard as well', async () => {
    await show();
    await press('新增角色');
    const unfold = await screen.findByRole('button', { name: '“审核和处理订单”开放的按钮' });
    expect(unfold.getAttribute('aria-expanded')).toBe('false');
    unfold.focus();
    expect(document.activeElement).toBe(unfold);
    fireEvent.click(unfold);
    const opened = within(screen.getByRole('group', { name: '“审核和处理订单”开放的按钮' }));
    const buttons = within(opened.getByRole('list', { name: '可使用的按钮' }));
    await buttons.findByText('通过或驳回订单');
    // A name that is not known is no reason to say nothing.
    buttons.getByText('POST /api/orders/{id}/newer');
    within(opened.getByRole('list', { name: '可查看和下载' })).getByText('查看审核台');
    opened.getByText('还包括“查看全部订单”开放的全部内容。');
    expect((await tick(/审核和处理订单/)).checked).toBe(false);
    await press('“查看全部订单”开放的按钮');
    screen.getByText('没有自己的按钮，只是能看到更多数据。');
    fireEvent.click(unfold);
    expect(screen.queryByText('查看审核台')).toBeNull();
  });

  it('has all that a permission implies, one by the other', async () => {
    await show();
    await press('新增角色');
    fireEvent.click(await tick(/^发布年度报告/));
    for (const name of [/^查看数据提供登记/, /^查看和批注年度报告/, /^查看全部数据/]) {
      const implied = await tick(name);
      expect([implied.checked, implied.disabled]).toEqual([true, true]);
    }
    await press('“发布年度报告”开放的按钮');
    screen.getByText('还包括“查看数据提供登记”开放的全部内容。');
    screen.getByText('还包括“查看和批注年度报告”开放的全部内容。');
    fireEvent.click(await tick(/^发布年度报告/));
    fireEvent.click(await tick(/^查看和批注年度报告/));
    expect((await tick(/^查看数据提供登记/)).checked).toBe(false);
  });

  it('names buttons in English for those who read English', async () => {
    storeLocale('en');
    render(
      <Stage at="/role">
        <RolesPage />
      </Stage>,
    );
    await press('Add role');
    await press('Buttons of “Review and manage orders”');
    const opened = within(
      screen.getByRole('group', { name: 'Buttons of “Review and manage orders”' }),
    );
    await opened.findByText('Approve or reject an order');
    const line = screen.getByText('POST /api/orders/{id}/decision').closest('li') ?? document.body;
    within(line).getByText('Approve or reject an order');
  });

  it('is previewed with the number of scenes that somebody would see', async () => {
    server.use(
      http.get('/api/units/tree', () =>
        HttpResponse.json({
          items: [{ id: 'u1', name: '青海队', parentId: null, status: 1, members: 0, grants: 0 }],
          total: 1,
        }),
      ),
    );
    await show('/role?role=r1');
    const drawer = within(await screen.findByRole('dialog', { name: '审核员' }));
    await drawer.findByText('可见 1,234 景数据');
    drawer.getByRole('rowheader', { name: '卫星影像' });
    fireEvent.mouseDown(drawer.getByRole('combobox', { name: '对象' }));
    fireEvent.click(await screen.findByRole('option', { name: '单位' }));
    drawer.getByText('请选择单位或用户');
    fireEvent.mouseDown(drawer.getByRole('combobox', { name: '单位' }));
    fireEvent.click(await screen.findByRole('option', { name: '青海队' }));
    await drawer.findByText('可见 1,234 景数据');
    expect(previews.at(-1)).toEqual({ permissions: [], subject: 'unit', subjectId: 'u1' });
  });

  it('that people have is not removed', async () => {
    roles = [buildRole({ id: 'r1', name: '审核员', members: 2 })];
    await show('/role?role=r1');
    const remove = await screen.findByRole<HTMLButtonElement>('button', { name: '删除' });
    expect(remove.disabled).toBe(true);
    await screen.findByRole('link', { name: '查看 2 个用户' });
  });

  it('is only looked at by who may not change it', async () => {
    const looker = { ...ADMIN, authorities: ['/user/list'] };
    setToken('another');
    server.use(http.get('/api/auth/me', () => HttpResponse.json(looker)));
    await show('/role?role=r1');
    await screen.findByText('增加：审核和处理订单');
    expect(screen.queryByRole('button', { name: '编辑' })).toBeNull();
  });
});
