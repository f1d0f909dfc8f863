import { type RolePreviewQuery, type StoredRole, setToken } from '@scenedock/ui-kit';
import { buildRole, recording } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { ADMIN, problem, server, useServer } from '../test/server';
import { RolesPage } from './RolesPage';

useServer();

const PERMISSIONS = [
  { code: '/shop/list', group: 'applying', implies: null, grantable: true },
  { code: '/order/all', group: 'orders', implies: null, grantable: true },
  { code: '/order/audit', group: 'orders', implies: '/order/all', grantable: true },
  { code: '/system/config', group: 'system', implies: null, grantable: false },
];

/** The pages and routes of a set of permissions, as the server has them. */
const previewOf = ({ permissions, subject }: RolePreviewQuery) => ({
  permissions,
  pages: {
    portal: ['search', ...(permissions.includes('/shop/list') ? ['cart'] : [])],
    office: permissions.includes('/order/all') ? ['dashboard', 'orders', 'inbox'] : [],
  },
  routes: [
    { method: 'GET', path: '/api/config', open: true, needs: [] },
    {
      ...{ method: 'POST', path: '/api/orders/{id}/approve' },
      ...{ open: permissions.includes('/order/audit'), needs: ['/order/audit'] },
    },
    {
      ...{ method: 'GET', path: '/api/cart', needs: ['/shop/list'] },
      open: permissions.includes('/shop/list'),
    },
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
    http.get('/api/permissions', () => HttpResponse.json({ items: PERMISSIONS, total: 4 })),
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
    expect((await tick(/修改系统配置/)).disabled).toBe(true);
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

  it('is previewed as the server would answer it, before anything is saved', async () => {
    await show();
    await press('新增角色');
    await screen.findByText('功能与按钮：0 个可用，2 个不可用');
    expect(screen.getByRole('list', { name: '后台可见页面' }).textContent).toBe('无');
    fireEvent.click(await tick(/审核和处理订单/));
    await screen.findByText('功能与按钮：1 个可用，1 个不可用');
    expect(previews.at(-1)).toEqual({ permissions: ['/order/audit', '/order/all'] });
    const portal = screen.getByRole('list', { name: '门户可见页面' });
    expect(portal.textContent).not.toContain('购物车');
    screen.getByText(/^不显示：.*购物车/);
    const approve = screen.getByText('POST /api/orders/{id}/approve');
    within(approve.parentElement?.parentElement ?? approve).getByTitle('允许');
    screen.getByText('另有 1 个接口对访客或所有登录用户开放。');
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
